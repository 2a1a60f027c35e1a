import { countText } from '#storefront/catalog/list/ListToolbar.tsx'
import { hasFilters } from '#storefront/catalog/filters/list-filters.ts'
import type { GiftListState } from '#storefront/catalog/list/use-gift-list.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import css from './DidYouMean.module.css'

/** Only a search, without other filters that could be removed. */
export const isOnlySearch = (search: string) => termOf(search) !== '' && !hasFilters(search)

/** Explains that the points exclude all results, if they do. */
export const aboveText = (words: PageTexts, above: number): string =>
  above > 0 ? words.text('searchAbove', { gifts: countText(words, above) }) : ''

const termOf = (search: string) => new URLSearchParams(search).get('search')?.trim() ?? ''

type SearchedInsteadProps = { words: PageTexts; search: string; used: string | null | undefined }

/** Explains that the typed word had no results, and links to the search for exactly that word. */
export function DidYouMean({ words, search, used }: SearchedInsteadProps) {
  if (!used) return null
  const term = termOf(search)
  const query = new URLSearchParams(search)
  query.set('exactly', 'true')
  return (
    <p className={css.instead}>
      {words.say('searchedInstead', { used, search: term })}{' '}
      <ShopLink to={`/products?${query}`}>{words.say('searchExactly', { search: term })}</ShopLink>
    </p>
  )
}

/** Similar words with results. */
export function NearestWords({ words, nearest }: { words: PageTexts; nearest: string[] }) {
  if (nearest.length === 0) return null
  return (
    <p className={css.nearest}>
      <span>{words.say('didYouMean')}</span>
      {nearest.map((word) => (
        <ShopLink key={word} to={`/products?${new URLSearchParams({ search: word })}`}>
          {word}
        </ShopLink>
      ))}
    </p>
  )
}

/** The same for screen readers. */
export function resultText(
  words: PageTexts,
  search: string,
  { total, above, didYouMean }: Pick<GiftListState, 'total' | 'above' | 'didYouMean'>,
): string {
  const { used, nearest = [] } = didYouMean ?? {}
  const instead = used ? words.text('searchedInstead', { used, search: termOf(search) }) : ''
  if (total > 0) return `${instead} ${countText(words, total)}`.trim()
  const near = nearest.length > 0 ? `${words.text('didYouMean')} ${nearest.join(', ')}` : ''
  return [instead, words.text('no_products'), aboveText(words, above), near]
    .filter((part) => part !== '')
    .join(' ')
}
