// SPDX-License-Identifier: MIT
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

/** A sheet over the page; closes by its button, by escape, and by a press beside it. */
export function Dialog({ title, onClose, children }: { title: string; onClose(): void; children: ComponentChildren }) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current!;
    const before = document.activeElement as HTMLElement | null;
    dialog.showModal();
    return () => {
      dialog.close();
      before?.focus?.();
    };
  }, []);
  return (
    <dialog
      ref={element}
      aria-label={title}
      onCancel={(event) => { event.preventDefault(); onClose(); }}
      onClick={(event) => event.target === element.current && onClose()}
    >
      <div class="sheet">
        <button type="button" class="close" aria-label="close" onClick={onClose}>×</button>
        {children}
      </div>
    </dialog>
  );
}
