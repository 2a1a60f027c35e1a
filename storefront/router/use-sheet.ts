import { useLocation, useNavigate } from '#storefront/router/router.tsx'

type WithSheet = { sheet?: string } | null

/**
 * A sheet over the page with its own history entry, so that going back closes the sheet and not the page. Links in it
 * must `replace` that entry.
 */
export function useSheet(name: string) {
  const { search, hash, state } = useLocation()
  const navigate = useNavigate()
  const open = sheetIn(state) === name
  return {
    open,
    show: () =>
      void navigate({ search, hash }, { state: { ...(state as WithSheet), sheet: name } }),
    // Two calls at once, for example by Escape and Back, count as one.
    hide: () => (sheetIn(history.state?.usr) === name ? void navigate(-1) : undefined),
  }
}

export const sheetIn = (state: unknown): string | undefined => (state as WithSheet)?.sheet
