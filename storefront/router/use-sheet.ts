import { useLocation, useNavigate } from '#storefront/router/router.tsx'

type WithSheet = { sheet?: string } | null

/**
 * A sheet over the page with an entry of its own in the browser's history, so that Back, or a thumb from the edge
 * of a phone, takes away the sheet and not the page under it. A link in it has to `replace` that entry.
 */
export function useSheet(name: string) {
  const { search, hash, state } = useLocation()
  const navigate = useNavigate()
  const open = sheetIn(state) === name
  return {
    open,
    show: () =>
      void navigate({ search, hash }, { state: { ...(state as WithSheet), sheet: name } }),
    // Twice at once, as Escape and Back together, is once.
    hide: () => (sheetIn(history.state?.usr) === name ? void navigate(-1) : undefined),
  }
}

export const sheetIn = (state: unknown): string | undefined => (state as WithSheet)?.sheet
