"""lines.py JSON - what `ckpt show --json --full` says of a job of 4 ranks with two lines is whole, and agrees with itself."""
import json
import sys

job = json.load(open(sys.argv[1]))
lines = job["lines"]
assert len(lines) >= 2 and [l["state"] for l in lines if l["state"] != "abandoned"] == ["committed"] * 2, lines
late = 0
for line in lines:
    if line["state"] != "committed":
        continue
    assert line["time"] > 1700000000 and [r["rank"] for r in line["ranks"]] == [0, 1, 2, 3], line
    for rank in line["ranks"]:
        assert rank["image_bytes"] > 1000 and rank["part_bytes"] >= 64, rank
        records = rank["records"]
        for kind, key in (("late message", "late"), ("early message", "early")):
            assert sum(m["messages"] for m in rank[key]) == sum(r["kind"] == kind for r in records), rank
        for m in rank["late"]:
            mine = [r for r in records if r["kind"] == "late message" and (r["comm"], r["source"], r["tag"]) ==
                    (m["communicator"], m["source"], m["tag"])]
            assert len(mine) == m["messages"] and sum(r["bytes"] for r in mine) == m["bytes"], (m, mine)
            late += len(mine)
assert late, "nothing was late"
