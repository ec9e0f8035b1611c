"""The certificate authority of an installation: what it may vouch for, and how little else."""

import ssl
import stat
import subprocess
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network

import pytest
from cryptography import x509
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from companion.instance import Unusable
from companion.serving import certificates
from companion.serving.certificates import Machine, Secured, found, machine, network

NOW = datetime(2026, 11, 23, 20, tzinfo=UTC)
YEAR = timedelta(days=365)


def at(*addresses, names=(), others=()):
    """Make a machine at addresses of the house."""
    own = frozenset({"localhost", "pi.local", *names})
    return Machine(own, tuple(map(ip_address, addresses)), frozenset(map(ip_address, others)))


def only(folder, machine, now):
    """Find the one authority that vouches for a machine."""
    (authority,) = found(folder, machine, now)
    return authority


@pytest.fixture
def authority(tmp_path):
    return only(tmp_path, at("192.168.1.5"), NOW)


def trusted(authority, other, subject, now=NOW):
    """Say whether a browser that trusts an authority believes what it vouches for, at a name or an address."""
    leaf, _ = authority.vouch(other, now)
    name = x509.DNSName(subject) if subject[-1].isalpha() else x509.IPAddress(ip_address(subject))
    verifier = PolicyBuilder().store(Store([authority.certificate])).time(now).build_server_verifier(name)
    try:
        return bool(verifier.verify(leaf, []))
    except VerificationError:
        return False


def extension(found, kind):
    return found.extensions.get_extension_for_class(kind)


def test_a_browser_believes_it_about_this_machine(authority):
    for subject in ("192.168.1.5", "127.0.0.1", "pi.local", "localhost"):
        assert trusted(authority, at("192.168.1.5"), subject), subject


def test_another_address_in_the_same_house_needs_no_other_trust(authority, tmp_path):
    assert trusted(authority, at("192.168.1.77"), "192.168.1.77")
    assert only(tmp_path, at("192.168.1.77"), NOW).fingerprint == authority.fingerprint


@pytest.mark.parametrize("name", ["example.com", "com", "local", "other.local", "xpi.local"])
def test_nobody_believes_it_about_another_name(authority, name):
    assert not trusted(authority, Machine(frozenset({name}), ()), name)


@pytest.mark.parametrize("address", ["192.168.2.5", "10.0.0.1", "8.8.8.8", "127.0.0.2", "2001:db8::1"])
def test_nobody_believes_it_about_another_address(authority, address):
    assert not trusted(authority, Machine(frozenset(), (ip_address(address),)), address)


def test_its_limits_cannot_be_overlooked(authority):
    limits = extension(authority.certificate, x509.NameConstraints)
    assert limits.critical
    assert extension(authority.certificate, x509.BasicConstraints).value == x509.BasicConstraints(True, 0)
    assert extension(authority.certificate, x509.BasicConstraints).critical
    assert [use._name for use in extension(authority.certificate, x509.ExtendedKeyUsage).value] == ["serverAuth"]
    usage = extension(authority.certificate, x509.KeyUsage).value
    assert (usage.key_cert_sign, usage.digital_signature) == (True, False)


def test_a_leaf_holds_as_long_as_browsers_take_it_and_signs_no_other(authority):
    leaf, _ = authority.vouch(at("192.168.1.5"), NOW)
    assert leaf.not_valid_after_utc - leaf.not_valid_before_utc <= timedelta(days=398)
    assert not extension(leaf, x509.BasicConstraints).value.ca
    assert leaf.not_valid_before_utc < NOW - timedelta(hours=23)  # for slow clocks


def test_openssl_believes_it_too(authority, tmp_path):
    leaf, _ = authority.vouch(at("192.168.1.5"), datetime.now(UTC))
    for name, one in (("authority", authority.certificate), ("leaf", leaf)):
        (tmp_path / name).write_text(certificates.public(one))
    command = ["openssl", "verify", "-x509_strict", "-purpose", "sslserver", "-verify_ip", "192.168.1.5"]
    command += ["-CAfile", tmp_path / "authority", tmp_path / "leaf"]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_it_is_made_once_and_its_key_is_for_its_owner_only(authority, tmp_path):
    assert only(tmp_path, at("192.168.1.5"), NOW + YEAR).fingerprint == authority.fingerprint
    (kept,) = tmp_path.glob("authority-*.pem")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600


def test_another_network_or_name_has_an_authority_of_its_own_and_the_first_comes_back(authority, tmp_path):
    other = only(tmp_path, at("10.1.2.3"), NOW)
    named = only(tmp_path, at("192.168.1.5", names=["djinn.local"]), NOW)
    assert len({authority.fingerprint, other.fingerprint, named.fingerprint}) == 3
    assert only(tmp_path, at("10.1.2.9"), NOW).fingerprint == other.fingerprint


def test_an_authority_near_its_end_or_damaged_is_made_anew(authority, tmp_path):
    assert only(tmp_path, at("192.168.1.5"), NOW + 9.5 * YEAR).fingerprint != authority.fingerprint
    for kept in tmp_path.glob("authority-*.pem"):
        kept.write_text(kept.read_text()[:300])
    assert only(tmp_path, at("192.168.1.5"), NOW).fingerprint != authority.fingerprint


@pytest.mark.parametrize("days", [-20_000, -3000, -60, -2, 400, 3000, 3500, 20_000])
def test_no_clock_takes_away_what_phones_trust(authority, tmp_path, days):
    """A small machine that woke 60 days slow made another authority, and showed that from then on."""
    wrong = NOW + timedelta(days=days)
    secured = Secured(tmp_path, at("192.168.1.5"), wrong)
    if -3650 < days < 3200:  # else it may be as late as it says
        assert secured.fingerprints() == [authority.fingerprint]
    secured.renew(at("192.168.1.5"), NOW)
    assert secured.fingerprints() == [authority.fingerprint]
    assert only(tmp_path, at("192.168.1.5"), NOW).fingerprint == authority.fingerprint


@pytest.mark.parametrize("days", [-3000, -60, 400, 3000])
def test_what_was_made_by_a_wrong_clock_is_trusted_once_it_is_right(tmp_path, days):
    made = only(tmp_path, at("192.168.1.5"), NOW + timedelta(days=days))
    secured = Secured(tmp_path, at("192.168.1.5"), NOW)
    secured.renew(at("192.168.1.5"), NOW)
    assert trusted(secured.shown[0].authority, at("192.168.1.5"), "192.168.1.5")
    if days > -2000:  # else it is near its end
        assert secured.fingerprints() == [made.fingerprint]


def test_an_authority_of_an_older_version_is_shown_by_a_slow_clock_too(tmp_path, monkeypatch):
    """It holds from the day before it was made."""
    monkeypatch.setattr(certificates, "BEFORE", timedelta(days=1))
    authority = only(tmp_path, at("192.168.1.5"), NOW)
    monkeypatch.undo()
    assert only(tmp_path, at("192.168.1.5"), NOW - timedelta(days=60)).fingerprint == authority.fingerprint


def test_an_authority_of_an_older_version_is_shown_rather_than_one_for_another_name(tmp_path, monkeypatch):
    """One made since then says that it holds from long before."""
    monkeypatch.setattr(certificates, "BEFORE", timedelta(days=1))
    authority = only(tmp_path, at("192.168.1.5"), NOW)
    monkeypatch.undo()
    only(tmp_path, at("192.168.1.5", names=["games.local"]), NOW + timedelta(days=100))
    assert only(tmp_path, at("192.168.1.5"), NOW + timedelta(days=101)).fingerprint == authority.fingerprint


@pytest.mark.parametrize("writes", ["companion.instance.write", "companion.serving.certificates.tempfile.mkstemp"])
def test_a_folder_that_keeps_nothing_is_told(tmp_path, monkeypatch, writes):
    """Neither a new authority nor, on a card that only reads by now, what a known one vouches for."""

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writes, full)
    with pytest.raises(Unusable, match="Start without --https"):
        Secured(tmp_path, at("192.168.1.5"), NOW)


def test_what_browsers_are_shown_is_renewed_by_itself(tmp_path):
    secured = Secured(tmp_path, at("192.168.1.5"), NOW)
    first = secured.at("").leaf
    assert not secured.renew(at("192.168.1.5"), NOW + timedelta(days=300))
    assert secured.at("").leaf == first
    assert not secured.renew(at("192.168.1.6"), NOW)  # the same house: phones notice nothing
    assert secured.at("").leaf != first
    second = secured.at("").leaf
    assert not secured.renew(at("192.168.1.6"), NOW + timedelta(days=370))
    assert secured.at("").leaf != second
    assert secured.renew(at("10.0.0.6"), NOW)
    assert [path.name for path in tmp_path.iterdir() if "server" in path.name] == []  # no key stays behind


def test_tls_is_new_enough(tmp_path):
    context = Secured(tmp_path, at("192.168.1.5"), NOW).at("").context
    assert context.minimum_version >= ssl.TLSVersion.TLSv1_2
    assert context.options & ssl.OP_NO_RENEGOTIATION


def test_a_machine_is_known_by_its_names_and_addresses():
    given = ("Games.example:8443", "[fd00::7]:80", "192.168.7.7", "oneword", "bad_name.local")
    known = machine({"LISTENS": "192.168.1.5", "NAMES": given})
    assert {"localhost", "games.example"} <= known.names
    assert not {"oneword", "bad_name.local", "com", ""} & known.names  # a word alone could be a top-level domain
    assert [*map(str, known.addresses)] == ["192.168.1.5", "fd00::7", "192.168.7.7"]
    assert {str(one) for one in known.networks} >= {"192.168.1.0/24", "127.0.0.1/32", "::1/128"}


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("192.168.1.5", "192.168.1.0/24"),
        ("10.9.8.7", "10.9.8.0/24"),
        ("fd00::7", "fd00::/64"),
        ("2a02:8108::7", "2a02:8108::/64"),
        ("93.184.216.34", "93.184.216.34/32"),
        ("127.0.0.1", "127.0.0.1/32"),
    ],
)
def test_a_network_is_that_of_the_house_alone(address, expected):
    assert network(ip_address(address)) == ip_network(expected)


@pytest.mark.parametrize(("host", "known"), [("pi.local", True), ("192.168.1.5", True), ("192.168.1.6", False)])
def test_a_page_knows_by_which_names_a_phone_may_trust_it(tmp_path, host, known):
    shown = Secured(tmp_path, at("192.168.1.5"), NOW).at("")
    assert shown.vouches_for(host) is known
    assert shown.host == "192.168.1.5"


def addresses(shown):
    """List the addresses in the certificate that is shown."""
    names = extension(shown.leaf, x509.SubjectAlternativeName).value
    return {str(address) for address in names.get_values_for_type(x509.IPAddress)}


def test_a_machine_in_two_networks_at_its_first_start_has_one_authority_for_both(tmp_path):
    secured = Secured(tmp_path, at("192.168.1.5", "10.42.0.1"), NOW)
    assert addresses(secured.at("")) == {"192.168.1.5", "10.42.0.1", "127.0.0.1", "::1"}
    assert secured.at("10.42.0.1") is secured.at("192.168.1.5")
    assert not secured.at("").several


def test_a_network_that_comes_later_has_its_own_and_each_phone_is_shown_what_it_trusts(tmp_path):
    secured = Secured(tmp_path, at("192.168.1.5"), NOW)
    before = secured.at("").authority.fingerprint
    assert secured.renew(at("10.42.0.1", "192.168.1.5"), NOW)
    home, hotspot = secured.at("192.168.1.5"), secured.at("10.42.0.1")
    assert home.authority.fingerprint == before != hotspot.authority.fingerprint
    assert addresses(home) == {"192.168.1.5", "127.0.0.1", "::1"}
    assert addresses(hotspot) == {"10.42.0.1", "127.0.0.1", "::1"}
    assert (home.several, hotspot.several) == (True, True)
    assert secured.at("pi.local") is hotspot  # by a name alone it is that of the likeliest network
    assert not secured.renew(at("192.168.1.5"), NOW)  # phones have had both
    assert [line.partition(" at ")[2] for line in secured.fingerprints()] == [""]


def test_an_address_that_comes_and_goes_makes_no_authority_but_is_vouched_for_where_one_may(tmp_path):
    """Whoever comes by a VPN's address, each day another one, would have to install a certificate each day."""
    secured = Secured(tmp_path, at("192.168.1.5", others=["10.8.0.2", "192.168.1.99"]), NOW)
    assert addresses(secured.at("")) == {"192.168.1.5", "192.168.1.99", "127.0.0.1", "::1"}
    assert not secured.renew(at("192.168.1.5", others=["10.9.9.9"]), NOW)
    assert len([*tmp_path.glob("authority-*.pem")]) == 1


def test_what_was_installed_before_still_holds_where_the_machine_has_more_addresses(authority, tmp_path):
    """An authority of the version that knew one address alone."""
    secured = Secured(tmp_path, at("192.168.1.5", others=["fd00::5"]), NOW)
    assert secured.at("192.168.1.5").authority.fingerprint == authority.fingerprint


def test_a_machine_in_no_network_shows_what_it_has(authority, tmp_path):
    assert Secured(tmp_path, at(), NOW).at("127.0.0.1").authority.fingerprint == authority.fingerprint
