// What HTML cannot say, module by module; `make assets` joins them in this order.
//
// What pages tell the script, by attributes:
//   data-stream                of body (base.html): the address of the table's stream; pages of no table have none
//   data-version, data-ahead   of body (base.html): which version wrote the page, by a clock so many minutes ahead
//   data-seq                   of a live block (`live` in web/pages.py): the last move that it shows
//   data-shows                 of a link or a form: the id of what it brings, which then comes into view
//   data-waiting, data-failed  of the refusal line (_notices.html): what it says of a tap that waits, or went wrong
//   data-hold                  of a counter's button: by how much it counts on while it is held
//   data-running, data-since   of a clock (`runs` in web/links.py): its seconds so far, and when it began
//   data-speaks                of a loudspeaker's button (kit/speaker.html): the selector of what it reads aloud
//   data-fill, data-colour     of a name's button (kit/new.html): the name and the colour that fill the next empty line
import "./vendor/htmx.min.js";
import "./vendor/idiomorph-ext.min.js";
import "./js/zone.js";
import { body, byId } from "./js/page.js";
import "./js/morph.js";
import "./js/stream.js";
import "./js/slid.js";
import "./js/taps.js";
import "./js/requests.js";
import "./js/swap.js";
import "./js/counters.js";
import "./js/chosen.js";
import "./js/drag.js";
import "./js/names.js";
import "./js/said.js";
import "./js/pictures.js";
import "./js/clocks.js";
import "./js/idle.js";
import "./js/voice.js";

// It has started: the page shows by itself what others do. An older browser never comes here.
byId("stale")?.remove();
body.removeAttribute("hx-disable");
