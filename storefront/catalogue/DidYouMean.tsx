import { countText } from '#storefront/catalogue/ListToolbar.tsx'
import type { GiftListState } from '#storefront/catalogue/use-gift-list.ts'
import { ShopLink } from '#storefront/ShopLink.tsx'
import type { Words } from '#storefront/words.tsx'
import css from './DidYouMean.module.css'

const termOf = (search: string) => new URLSearchParams(search).get('search')?.trim() ?? ''

type SearchedInsteadProps = { words: Words; search: string; used: string | null | undefined }

/** Says that nothing answered to what was typed, and leads to that nothing. */
export function SearchedInstead({ words, search, used }: SearchedInsteadProps) {
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

/** Words that would find something. */
export function NearestWords({ words, nearest }: { words: Words; nearest: string[] }) {
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

/** The same for who hears the page. */
export function resultText(
  words: Words,
  search: string,
  total: number,
  didYouMean: GiftListState['didYouMean'],
): string {
  const { used, nearest = [] } = didYouMean ?? {}
  const instead = used ? words.text('searchedInstead', { used, search: termOf(search) }) : ''
  if (total > 0) return `${instead} ${countText(words, total)}`.trim()
  const near = nearest.length > 0 ? `${words.text('didYouMean')} ${nearest.join(', ')}` : ''
  return `${instead} ${words.text('no_products')} ${near}`.trim()
}
