// Numbers in network order that are kept; made where they are sent.
// REQUIRES: ckptcc
// RUN: %expect %s
// RUN: %expect %s -O2
#include <arpa/inet.h>
#include <stdint.h>
#include <string.h>

static struct { uint32_t address; uint16_t port; } peer;

static void send_to(char *packet, uint32_t address)
{
    uint32_t wire = htonl(address);
    memcpy(packet, &wire, sizeof wire);
}

int main(void)
{
    char packet[4];
    peer.address = htonl(0x7f000001); // expect: ckpt-network-order
    peer.port = 80;
    send_to(packet, 1);
    #pragma ckpt
    return (int)ntohl(peer.address) + peer.port + packet[0];
}
