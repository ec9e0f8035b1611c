// At "moved" blocks fetch themselves; without a stream, the page asks.
import { body } from "./page.js";
import { hear, hearAgain, isSilent } from "./version.js";

const QUIET = 12000; // then a stream is dead
const POLL = 2000; // while it fails
const FIRST_RETRY = 500;
const LONGEST_RETRY = 15000;

export const stream = body.dataset.stream;
let source, heardAt, retryTimer;
let retryIn = FIRST_RETRY;
export let latest = 0; // move that the stream told of
export const refresh = () => htmx.trigger(body, "moved");

// What a stream tells, on the page that has it and on those it is passed on to.
const news = {
  beat: alive,
  version: hear,
  moved(seq) {
    latest = Number(seq);
    alive();
    refresh();
  },
  failing: () => body.classList.add("offline"),
};

function open() {
  source?.close();
  heardAt = Date.now();
  source = new EventSource(stream);
  for (const event of ["beat", "version", "moved"])
    source.addEventListener(event, ({ data }) => {
      news[event](data);
      tell(event, data);
    });
  source.onerror = failing;
}

function alive() {
  heardAt = Date.now();
  hearAgain();
  retryIn = FIRST_RETRY;
  body.classList.remove("offline");
}

function failing() {
  source?.close();
  source = null;
  news.failing();
  tell("failing");
  clearTimeout(retryTimer);
  retryTimer = setTimeout(open, retryIn * (1 + Math.random()));
  retryIn = Math.min(2 * retryIn, LONGEST_RETRY);
}

// By plain http a browser has six connections to a host, and a stream keeps one: the seventh page never loaded. So
// a hidden page has no stream, and of those that are seen at one table one leads: it has the stream, and passes on
// what it hears. Web Locks would elect it, but by plain http there are none. The lease names the page that leads,
// and holds only while that page is heard: one that a killed browser left behind costs a question without an
// answer, whatever the clock says. Two that lead for a moment do no harm; the one without the lease then follows.
const LEAD = 1000; // how often the page that leads says so
const LOST = 3000; // after so long without a word from it another page leads
const ANSWER = 500; // how long a page that comes waits for an answer
const me = String(Math.random());
const lease = `leads ${stream}`;
const canShare = stream && hasChannelAndStorage();
let channel; // to the other pages of this browser, while this one is seen
let leads = false;
let patience; // the timer after which this page leads

// Old browsers lack the channel, and blocked storage throws: such pages have no stream, but ask every 2 s.
function hasChannelAndStorage() {
  try {
    localStorage.setItem("shares", "1");
    return "BroadcastChannel" in window;
  } catch {
    return false;
  }
}

const hasLease = () => localStorage.getItem(lease) === me;
const tell = (event, data) => channel?.postMessage([event, data]);
const tellState = () => tell(body.classList.contains("offline") ? "failing" : "leads");

function joinPages() {
  leavePages();
  if (!canShare || document.hidden) return;
  channel = new BroadcastChannel(lease);
  channel.onmessage = hearPage;
  if (!localStorage.getItem(lease)) return lead();
  tell("who leads?");
  follow(ANSWER);
}

function lead() {
  leads = true;
  localStorage.setItem(lease, me);
  tellState();
  open();
}

function follow(wait = LOST + Math.random() * ANSWER) {
  clearTimeout(patience);
  patience = setTimeout(lead, wait);
}

function leavePages() {
  if (leads && hasLease()) {
    localStorage.removeItem(lease);
    tell("left");
  }
  leads = false;
  source?.close();
  source = null;
  clearTimeout(retryTimer);
  clearTimeout(patience);
  channel?.close();
  channel = null;
}

// Only a page that leads says anything but the question.
function hearPage({ data: [event, data] }) {
  if (event === "who leads?") {
    if (!leads) return;
    tell("moved", latest);
    tellState();
  } else if (leads) {
    if (!hasLease()) joinPages();
  } else {
    follow(event === "left" ? Math.random() * ANSWER : undefined); // not all of them at once
    news[event]?.(data);
  }
}

// A page that was frozen finds that another one leads by now.
function goOnLeading() {
  if (hasLease()) tellState();
  else joinPages();
}

function wake() {
  joinPages();
  if (!document.hidden) refresh();
}

if (stream) {
  addEventListener("visibilitychange", wake);
  addEventListener("online", wake);
  addEventListener("offline", () => (leads ? failing : news.failing)());
  addEventListener("pagehide", leavePages);
  addEventListener("pageshow", (event) => event.persisted && wake());
  setInterval(() => leads && goOnLeading(), LEAD);
  setInterval(() => {
    if (source && Math.abs(Date.now() - heardAt) > QUIET) failing(); // also when the clock was set
    if (!canShare) body.classList.toggle("offline", isSilent());
    if (!document.hidden && (!canShare || body.classList.contains("offline"))) refresh();
  }, POLL);
  joinPages();
}
