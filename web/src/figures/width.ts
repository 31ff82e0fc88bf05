// SPDX-License-Identifier: MIT
import { useEffect, useState } from "preact/hooks";

const phone = "(max-width: 700px)";

/** Width that a drawing of full width is made for: on a phone it is narrower, so that type stays readable. */
export function useWidth(): number {
  const [narrow, setNarrow] = useState(() => typeof matchMedia === "function" && matchMedia(phone).matches);
  useEffect(() => {
    const query = matchMedia(phone);
    const change = () => setNarrow(query.matches);
    query.addEventListener("change", change);
    return () => query.removeEventListener("change", change);
  }, []);
  return narrow ? 356 : 560;
}
