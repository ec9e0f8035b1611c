// Says aloud what a loudspeaker is beside, by a voice of the page's language that this machine has itself: others send
// what they say over the net. A phone speaks when it is tapped; a board, once it was tapped, at each turn.
import { body } from "./page.js";

const synth = window.speechSynthesis;
const { lang } = document.documentElement;
const ALOUD = "aloud"; // what a board remembers
const MOST = 4000; // letters, of what may be read aloud
let voice;
let lastSpeaker; // the button that was tapped last
let turnSaid; // what the board showed last
let isAloud = false;
try {
  isAloud = !!localStorage.getItem(ALOUD);
} catch {
  // Where nothing can be remembered, a board asks again.
}

const speakerOfBoard = () => document.querySelector("[data-speaks][aria-pressed]");
const wordsFor = (button) =>
  document.querySelector(button.dataset.speaks)?.innerText.replaceAll("\u00ad", "").trim().slice(0, MOST);

function speak(text) {
  synth.cancel();
  if (!text) return;
  const speech = Object.assign(new SpeechSynthesisUtterance(text), { voice, lang: voice.lang });
  synth.speak(speech);
}

// A browser that has not been touched since the page came refuses to speak; what it missed is not made up for.
function tellTurn() {
  const button = speakerOfBoard();
  if (!button || !voice) return;
  const text = wordsFor(button);
  button.setAttribute("aria-pressed", isAloud);
  if (isAloud && turnSaid && text && text !== turnSaid) speak(text);
  turnSaid = text;
}

function switchBoard(button) {
  isAloud = !isAloud;
  try {
    localStorage.setItem(ALOUD, isAloud ? "1" : "");
  } catch {
    // as above
  }
  button.setAttribute("aria-pressed", isAloud);
  if (isAloud) speak(wordsFor(button));
  else synth.cancel();
}

// Voices come late, and again.
function findVoice() {
  const own = synth.getVoices().filter((one) => one.localService && one.lang.startsWith(lang));
  voice = own.find((one) => one.default) ?? own[0];
  body.classList.toggle("speaks", !!voice);
  tellTurn();
}

if (synth) {
  findVoice();
  synth.onvoiceschanged = findVoice;
  addEventListener("pagehide", () => synth.cancel());
  body.addEventListener("htmx:afterSettle", tellTurn);
  body.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-speaks]");
    if (!button || !voice) return;
    if (button === speakerOfBoard()) return switchBoard(button);
    const isAgain = synth.speaking && lastSpeaker === button;
    lastSpeaker = button;
    if (isAgain) synth.cancel();
    else speak(wordsFor(button));
  });
}
