import { useEffect, useRef } from 'preact/hooks';

/** Calls `ask` now and again some time after each answer, while the page is seen. */
export function usePolling(ask: () => Promise<unknown>, everyMs: number, isOn = true): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (!isOn) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const next = async (): Promise<void> => {
      // The frame around the page says when the stack does not answer.
      if (!document.hidden) await latest.current().catch(() => undefined);
      if (!isOver) timer = setTimeout(() => void next(), everyMs);
    };
    void next();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [everyMs, isOn]);
}
