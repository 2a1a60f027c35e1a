import type { Move } from '#storefront/router/history.ts'
import { useWasReplaced, useLocation } from '#storefront/router/router.tsx'

/** For a change of address within a page: replaces the history entry and preserves the scroll position. */
export const stayingOnPage: Move = { replace: true, state: { stays: true } }

/** Whether the last navigation was such a change. A later return to the entry is a normal navigation. */
export function useStaysOnPage(): boolean {
  const { state } = useLocation()
  const wasReplaced = useWasReplaced()
  return wasReplaced && (state as { stays?: boolean } | null)?.stays === true
}
