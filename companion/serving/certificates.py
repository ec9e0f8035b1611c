"""A certificate authority of one's own, which can vouch for this machine alone, and the certificate of the server."""

from __future__ import annotations

import os
import re
import ssl
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from pathlib import Path
from socket import gethostname, socket
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion import instance
from companion.addresses import bare, bracketed, in_house, is_everywhere, is_loopback, own_names
from companion.addresses.interfaces import Address, find_addresses

Network = IPv4Network | IPv6Network

YEARS = timedelta(days=3652)
"""How long an authority holds: phones trust it once."""
BEFORE = YEARS
"""How much earlier an authority holds than it was made: this machine's clock may be wrong then, or later."""
LEAF = timedelta(days=397)
"""How long a server's certificate holds: no browser takes more, and a clock may stand still while a machine is off."""
RENEWED = timedelta(days=30)
"""How long before its end a certificate is made anew."""
EARLIER = timedelta(days=1)
"""How much earlier a server's certificate holds than it was made, for phones whose clocks are slow."""
NAME = re.compile(r"localhost|(?=.{3,253}$)([a-z0-9-]{1,63}\.)+[a-z0-9-]{1,63}")
"""A name to vouch for: one word alone could be all of a top-level domain."""
LOOPBACK = (ip_address("127.0.0.1"), ip_address("::1"))
PREFIXES = {4: 24, 6: 64}
"""Which part of an address in the house is its network: the machine may get another one there tomorrow."""
HERE = "authority-*.pem"


@dataclass(frozen=True)
class Machine:
    """The names and the addresses by which phones reach this machine."""

    names: frozenset[str]
    addresses: tuple[Address, ...]
    """Those that phones must be able to trust, the likeliest first."""
    others: frozenset[Address] = frozenset()
    """Those that come and go, like a tunnel's: a certificate holds for them where its authority may vouch for them."""

    @property
    def networks(self) -> set[Network]:
        """List the networks of its addresses; of one that is not in a house, the address alone."""
        return {network(address) for address in (*self.addresses, *LOOPBACK)}

    def at(self, *addresses: Address) -> Machine:
        """Describe the same machine as if it had these addresses alone."""
        return Machine(self.names, addresses)


def machine(config: Mapping[str, Any]) -> Machine:
    """Describe this machine by its addresses in the house, where it listens, and the further names given to it."""
    called = [in_house(config), *(bare(name).strip("[]") for name in config["NAMES"]), *own_names()]
    names = {name for name in called if NAME.fullmatch(name) and not _is_address(name)}
    here = find_addresses() if is_everywhere(config["LISTENS"]) and not is_loopback(config["LISTENS"]) else []
    lasting = [one.address for one in here if one.house and one.address.is_private]
    known = dict.fromkeys([*(ip_address(name) for name in called if _is_address(name)), *lasting])
    addresses = tuple(address for address in known if not address.is_loopback)
    return Machine(frozenset(names), addresses, frozenset(one.address for one in here) - {*addresses})


def network(address: Address) -> Network:
    """Find the network in which a machine may have other addresses later."""
    house = (address.is_private or address.version == 6) and not address.is_loopback
    return ip_network(f"{address}/{PREFIXES[address.version] if house else address.max_prefixlen}", strict=False)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


@dataclass(frozen=True)
class Authority:
    """A key that never leaves this machine, and the certificate that phones trust."""

    key: ec.EllipticCurvePrivateKey
    certificate: x509.Certificate

    @cached_property
    def public(self) -> bytes:
        """Write the certificate as phones take it, without the key (DER)."""
        return self.certificate.public_bytes(serialization.Encoding.DER)

    @property
    def name(self) -> str:
        """Read the name by which phones list it."""
        return str(self.certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)

    @property
    def limits(self) -> list[str]:
        """List the names and the networks that it can vouch for."""
        limits = self.certificate.extensions.get_extension_for_class(x509.NameConstraints).value
        return [str(one.value) for one in limits.permitted_subtrees or ()]

    @cached_property
    def fingerprint(self) -> str:
        """Write the SHA-256 of the certificate as phones show it."""
        return self.certificate.fingerprint(hashes.SHA256()).hex(":").upper()

    def serves(self, machine: Machine, now: datetime) -> bool:
        """Say whether it may vouch for all of a machine, and for long enough."""
        wanted = {*machine.names, *map(str, machine.networks)}
        return now < self.certificate.not_valid_after_utc - LEAF and wanted <= set(self.limits)

    def age(self, now: datetime) -> tuple[bool, datetime]:
        """Sort that made first to the front, and to the end what holds later only: `now` is wrong, or was ahead.

        When it was made its end tells: how much earlier one holds than that has changed with the versions.
        """
        return self.certificate.not_valid_before_utc > now, self.certificate.not_valid_after_utc

    def may(self, address: Address) -> bool:
        """Say whether it can vouch for an address."""
        return any(address in ip_network(limit) for limit in self.limits if "/" in limit)

    def vouch(self, machine: Machine, now: datetime) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
        """Make a certificate for the server, and its key."""
        key = ec.generate_private_key(ec.SECP256R1())
        addresses = (*machine.addresses, *LOOPBACK, *machine.others)
        names = [*map(x509.DNSName, sorted(machine.names)), *map(x509.IPAddress, sorted(addresses, key=str))]
        usage = x509.KeyUsage(True, False, False, False, False, False, False, False, False)  # signs handshakes
        issuer = self.certificate.extensions.get_extension_for_class(x509.SubjectKeyIdentifier).value
        made = (
            _begun(_name("Companion"), self.certificate.subject, key, now - EARLIER, now + LEAF - EARLIER)
            .add_extension(x509.SubjectAlternativeName(names), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(usage, critical=True)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_subject_key_identifier(issuer), critical=False)
        )
        return made.sign(self.key, hashes.SHA256()), key


def found(folder: Path, machine: Machine, now: datetime) -> list[Authority]:
    """Find the authorities that a folder keeps for the networks of a machine; make one for those that have none.

    That of its likeliest address comes first. Raise OSError where one cannot be kept.
    """
    with instance.alone(folder):
        kept = sorted(filter(None, map(read, folder.glob(HERE))), key=lambda one: one.age(now))
        chosen = {
            address: next((one for one in kept if one.serves(machine.at(address), now)), None)
            for address in machine.addresses or LOOPBACK[:1]
        }
        if missing := [address for address, one in chosen.items() if not one]:
            made = make(machine.at(*missing), now)
            instance.write(folder / HERE.replace("*", made.fingerprint[:11].replace(":", "")), written(made))
            chosen |= dict.fromkeys(missing, made)
        return [*dict.fromkeys(one for one in chosen.values() if one)]


def make(machine: Machine, now: datetime) -> Authority:
    """Make an authority that can vouch for a machine and its network as servers of web pages, and nothing else."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = _name(f"Companion on {gethostname()}"[:64])
    may = [*map(x509.DNSName, sorted(machine.names)), *map(x509.IPAddress, sorted(machine.networks, key=str))]
    usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)  # signs certificates
    made = (
        _begun(name, name, key, now - BEFORE, now + YEARS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.NameConstraints(permitted_subtrees=may, excluded_subtrees=None), critical=True)
        .add_extension(usage, critical=True)
    )
    return Authority(key, made.sign(key, hashes.SHA256()))


def _begun(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, begin: datetime, end: datetime
) -> x509.CertificateBuilder:
    """Begin a certificate for a server of web pages."""
    return (
        x509.CertificateBuilder(issuer_name=issuer, subject_name=subject, public_key=key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(begin)
        .not_valid_after(end)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def written(authority: Authority) -> str:
    """Write an authority for its folder, the key included."""
    return private(authority.key) + public(authority.certificate)


def read(path: Path) -> Authority | None:
    """Read an authority from its folder; one that was damaged is none."""
    try:
        data = path.read_bytes()
        key = serialization.load_pem_private_key(data, None)
        certificate = x509.load_pem_x509_certificate(data)
    except (OSError, ValueError):
        return None
    return Authority(key, certificate) if isinstance(key, ec.EllipticCurvePrivateKey) else None


def private(key: ec.EllipticCurvePrivateKey) -> str:
    """Write a key as servers read it."""
    form = serialization.PrivateFormat.PKCS8
    return key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption()).decode()


def public(certificate: x509.Certificate) -> str:
    """Write a certificate as servers read it."""
    return certificate.public_bytes(serialization.Encoding.PEM).decode()


@dataclass(frozen=True)
class Shown:
    """What the https server shows to browsers in one network."""

    authority: Authority
    machine: Machine
    leaf: x509.Certificate
    context: ssl.SSLContext
    several: bool
    """Whether this machine has other authorities, one of which a phone may have installed instead."""

    @property
    def host(self) -> str:
        """Name this machine in an address, as its certificate does: by its address in the house if it has one."""
        return bracketed(str((*self.machine.addresses, *LOOPBACK)[0]))

    def vouches_for(self, host: str) -> bool:
        """Say whether the certificate holds for a name or an address by which a phone calls this machine."""
        known = (*self.machine.addresses, *LOOPBACK, *self.machine.others)
        return host.strip("[]") in {*self.machine.names, *map(str, known)}


class Secured:
    """What the https server shows to browsers, made anew when the machine's addresses change or its end is near.

    Phones trust an authority for each network, so who comes in by an address of one is shown what they trust there.
    """

    def __init__(self, folder: Path, machine: Machine, now: datetime) -> None:
        self.folder = folder
        self.machine, self.shown = machine, self._show(machine, now)

    def at(self, address: str) -> Shown:
        """Find what is shown to who comes in by an address of this machine."""
        return next((one for one in self.shown if one.vouches_for(address)), self.shown[0])

    def wrap(self, connection: socket, **how: Any) -> ssl.SSLSocket:
        """Greet a browser by https, with the certificate of the network in which it asks."""
        return self.at(connection.getsockname()[0]).context.wrap_socket(connection, **how)

    def fingerprints(self) -> list[str]:
        """List the fingerprints that a phone's must match, each with its networks if there are several."""
        if len(self.shown) == 1:
            return [self.shown[0].authority.fingerprint]
        return [f"{one.authority.fingerprint} at {', '.join(map(str, one.machine.addresses))}" for one in self.shown]

    def renew(self, machine: Machine, now: datetime) -> bool:
        """Show a new certificate unless the present one still holds; say whether phones have to trust a new authority.

        Connections that are open go on.
        """
        leaf = self.shown[0].leaf
        holds = leaf.not_valid_before_utc <= now < leaf.not_valid_after_utc - RENEWED
        if holds and machine == self.machine:
            return False
        before = {one.authority.fingerprint for one in self.shown}
        self.machine, self.shown = machine, self._show(machine, now)
        return not {one.authority.fingerprint for one in self.shown} <= before

    def _show(self, machine: Machine, now: datetime) -> list[Shown]:
        try:
            return [self._show_by(one, machine, now) for one in found(self.folder, machine, now)]
        except OSError as error:
            raise instance.Unusable(
                f"A certificate cannot be kept in {self.folder}: {error.strerror}. Start without --https."
            ) from None

    def _show_by(self, authority: Authority, machine: Machine, now: datetime) -> Shown:
        addresses = tuple(address for address in machine.addresses if authority.may(address))
        vouched = Machine(machine.names, addresses, frozenset(filter(authority.may, machine.others)))
        certificate, key = authority.vouch(vouched, now)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.options |= ssl.OP_NO_RENEGOTIATION
        context.set_alpn_protocols(["http/1.1"])
        handle, path = tempfile.mkstemp(dir=self.folder, prefix=".server-")
        try:
            with open(handle, "w") as file:
                file.write(private(key) + public(certificate))
            context.load_cert_chain(path)
        finally:
            os.unlink(path)
        several = len([*self.folder.glob(HERE)]) > 1
        return Shown(authority, vouched, certificate, context, several)
