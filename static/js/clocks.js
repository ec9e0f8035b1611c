// Clocks go on. Another turn is known by when it began: two that have both just begun say "0 seconds" alike.
// What the server says anew counts more than what the phone has counted: its clock may have been set meanwhile.
setInterval(() => document.querySelectorAll("[data-running]").forEach((clock) => {
  const { running, since } = clock.dataset;
  const now = Math.floor(Date.now() / 1000);
  const isNew = clock.since !== since || clock.told !== running;
  if (isNew) Object.assign(clock, { since, told: running, from: now - running });
  const seconds = Math.max(0, now - clock.from);
  clock.textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}), 1000);
