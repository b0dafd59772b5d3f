"""damage.py CKPT DIRECTORY - damages files of the newest line of a job's directory, one after the other; says what `ckpt verify` says."""
import glob
import os
import shutil
import subprocess
import sys

ckpt, directory = sys.argv[1:]
number = max(int(n[-13:-7]) for n in glob.glob(os.path.join(directory, "line-*.commit")))
record = "line-%06d.commit" % number
part, image = "rank-0002/line-%06d.msg" % number, "rank-0001/ckpt-%06d.img" % number


def flip(path):
    with open(path, "r+b") as f:
        f.seek(os.path.getsize(path) // 2)
        byte = f.read(1)[0]
        f.seek(-1, 1)
        f.write(bytes([byte ^ 1]))


def case(name, change):
    shutil.rmtree("copy", ignore_errors=True)
    shutil.copytree(directory, "copy")
    change()
    r = subprocess.run([ckpt, "verify", "-q", "copy"], capture_output=True, text=True)
    print("%s: %d %s" % (name, r.returncode, r.stderr.strip()))
    shown = subprocess.run([ckpt, "show", "copy"], capture_output=True, text=True)
    assert shown.returncode == 0 and "line %d: " % number in shown.stdout, (name, shown)
    assert subprocess.run([ckpt, "show", "--json", "copy"], capture_output=True).returncode == 0
    return shown.stdout


def at(name):
    return os.path.join("copy", name)


def other_record():
    shutil.copy(at("line-%06d.commit" % (number - 1)), at(record))


def no_record():
    os.unlink(at(record))
    with open(at("lines.log"), "a") as log:
        log.write("rubbish\n%d abandoned 1795219200: rank 1: the program ends\n" % (number + 1))


case("a byte of a part", lambda: flip(at(part)))
case("a part cut off", lambda: os.truncate(at(part), os.path.getsize(at(part)) - 8))
case("an empty part", lambda: os.truncate(at(part), 0))
case("a part missing", lambda: os.unlink(at(part)))
case("another rank's part", lambda: shutil.copy(at(part.replace("2/", "3/")), at(part)))
case("a byte of an image", lambda: flip(at(image)))
case("an image missing", lambda: os.unlink(at(image)))
case("a byte of the record", lambda: flip(at(record)))
case("another line's record", other_record)
for line in case("no record", no_record).splitlines():
    if line.startswith("line %d: " % number) or line.startswith("line %d: " % (number + 1)):
        print("shown: " + line.split(": ", 1)[1])
