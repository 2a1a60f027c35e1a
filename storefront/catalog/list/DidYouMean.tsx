import { countText } from '#storefront/catalog/list/ListToolbar.tsx'
import { hasFilters } from '#storefront/catalog/filters/list-filters.ts'
import type { GiftListState } from '#storefront/catalog/list/use-gift-list.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import css from './DidYouMean.module.css'

/** Only a search, without other filters that could be removed. */
export const isOnlySearch = (search: string) => termOf(search) !== '' && !hasFilters(search)

/** Explains that the points exclude all results, if they do. */
export const tooExpensiveText = (texts: PageTexts, above: number): string =>
  above > 0 ? texts.text('searchAbove', { gifts: countText(texts, above) }) : ''

const termOf = (search: string) => new URLSearchParams(search).get('search')?.trim() ?? ''

type SearchedInsteadProps = { texts: PageTexts; search: string; used: string | null | undefined }

/** Explains that the typed word had no results, and links to the search for exactly that word. */
export function DidYouMean({ texts, search, used }: SearchedInsteadProps) {
  if (!used) return null
  const term = termOf(search)
  const query = new URLSearchParams(search)
  query.set('exactly', 'true')
  return (
    <p className={css.instead}>
      {texts.jsx('searchedInstead', { used, search: term })}{' '}
      <ShopLink to={`/products?${query}`}>{texts.jsx('searchExactly', { search: term })}</ShopLink>
    </p>
  )
}

/** Similar words with results. */
export function NearestWords({ texts, nearest }: { texts: PageTexts; nearest: string[] }) {
  if (nearest.length === 0) return null
  return (
    <p className={css.nearest}>
      <span>{texts.jsx('didYouMean')}</span>
      {nearest.map((word) => (
        <ShopLink key={word} to={`/products?${new URLSearchParams({ search: word })}`}>
          {word}
        </ShopLink>
      ))}
    </p>
  )
}

/** The result as one text for screen readers. */
export function resultText(
  texts: PageTexts,
  search: string,
  { total, above, didYouMean }: Pick<GiftListState, 'total' | 'above' | 'didYouMean'>,
): string {
  const { used, nearest = [] } = didYouMean ?? {}
  const instead = used ? texts.text('searchedInstead', { used, search: termOf(search) }) : ''
  if (total > 0) return `${instead} ${countText(texts, total)}`.trim()
  const similar = nearest.length > 0 ? `${texts.text('didYouMean')} ${nearest.join(', ')}` : ''
  return [instead, texts.text('no_products'), tooExpensiveText(texts, above), similar]
    .filter((part) => part !== '')
    .join(' ')
}
