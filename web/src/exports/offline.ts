// SPDX-License-Identifier: MIT
//
// Asks the browser to keep the site, once the page is done with what it needs itself.

const script = import.meta.url;

if (import.meta.env.PROD && "serviceWorker" in navigator && window === window.top)
  addEventListener("load", () => {
    const keep = () => navigator.serviceWorker.register(new URL("../sw.js", script)).catch(() => undefined);
    if (document.readyState === "complete") setTimeout(keep, 1500);
  });
