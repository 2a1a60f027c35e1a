import { type NavigateOptions, NavigationType, useLocation, useNavigationType } from 'react-router'

/** For a change of address that is no change of page: it takes the entry's place, and the page keeps its own. */
export const stayingOnPage: NavigateOptions = { replace: true, state: { stays: true } }

/** Whether one came here so. Whoever comes back to the entry later arrives like anybody else. */
export function useStaysOnPage(): boolean {
  const { state } = useLocation()
  const replaced = useNavigationType() === NavigationType.Replace
  return replaced && (state as { stays?: boolean } | null)?.stays === true
}
