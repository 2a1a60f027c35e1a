import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

import type { ProductCard } from '#contract/catalog/catalog.shop.ts'
import type { NavigationItem } from '#contract/content/content.shop.ts'
import { navigationQuery, productsQuery } from '#storefront/api/queries.ts'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { cardPicture } from '#storefront/images/card-image.ts'
import { categoryPath } from '#storefront/layout/header/category-links.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { Picture } from '#ui/components/Image.tsx'
import css from './SearchSuggestions.module.css'

const DEBOUNCE_MS = 300
const MAX_GIFTS = 5
const MAX_OTHERS = 3

type SearchSuggestionsProps = {
  typed: string
  input: RefObject<HTMLInputElement | null>
  onFollow: () => void
}

/** Gifts, categories and brands for this text, never for an older one. */
function useSuggestions(term: string) {
  const language = useLanguage()
  const search = `?${new URLSearchParams({ search: term })}`
  const { data } = useQuery({
    ...productsQuery(search, 1, language),
    enabled: term !== '',
    retry: false,
  })
  const { data: navigation } = useQuery(navigationQuery(language))
  const categories = term === '' ? [] : findCategories(navigation?.navItems ?? [], term)
  const brands = (data?.brands ?? [])
    .filter(({ brand_name }) => contains(brand_name, term))
    .slice(0, MAX_OTHERS)
  const gifts = data?.response.slice(0, MAX_GIFTS) ?? []
  return {
    gifts,
    categories,
    brands,
    count: data && term !== '' ? gifts.length + categories.length + brands.length : 0,
    total: data?.pagination.total ?? 0,
    /** The list of all gifts for this text. */
    allPath: `/products${search}`,
  }
}

/** Below the search box: gifts, categories and brands for what is typed so far. */
export default function SearchSuggestions({ typed, input, onFollow }: SearchSuggestionsProps) {
  const texts = useTexts('headercomponents')
  const announce = useAnnounce()
  const panel = useArrowKeys(input)
  const term = useDebounced(typed)
  const { gifts, categories, brands, count, total, allPath } = useSuggestions(term)
  const announcement = count > 0 ? texts.text('suggestionsFound', { count }) : ''
  useEffect(() => announce(announcement), [announce, announcement, term])

  if (count === 0) return null
  return (
    <div ref={panel} className={css.panel} role="group" aria-label={texts.text('suggestions')}>
      <Gifts gifts={gifts} onFollow={onFollow} />
      <SuggestionGroup title={texts.jsx('suggestedCategories')}>
        {categories.map((item) => (
          <SuggestionLink key={item.id} to={categoryPath(item)} onFollow={onFollow}>
            {item.title}
          </SuggestionLink>
        ))}
      </SuggestionGroup>
      <SuggestionGroup title={texts.jsx('suggestedBrands')}>
        {brands.map(({ brand_id: id, brand_name: name }) => (
          <SuggestionLink
            key={id}
            to={`/products?${new URLSearchParams({ brandId: id })}`}
            onFollow={onFollow}
          >
            {name}
          </SuggestionLink>
        ))}
      </SuggestionGroup>
      {total > gifts.length ? (
        <ShopLink to={allPath} className={css.all} onClick={onFollow}>
          {texts.jsx('suggestionsAll', { count: total })}
          <Icon name="arrow-right" />
        </ShopLink>
      ) : null}
    </div>
  )
}

/** Arrow keys move through the links of the panel and back into the box. Escape returns to the box. */
function useArrowKeys(input: RefObject<HTMLInputElement | null>) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const box = input.current?.closest('search')
    function onKey(event: KeyboardEvent) {
      if (!panel.current) return
      const stops = [input.current, ...panel.current.querySelectorAll('a')]
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      const index = stops.findIndex((stop) => stop === document.activeElement)
      const next = event.key === 'Escape' ? input.current : step && stops[index + step]
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    box?.addEventListener('keydown', onKey)
    return () => box?.removeEventListener('keydown', onKey)
  }, [input])
  return panel
}

function Gifts({ gifts, onFollow }: { gifts: ProductCard[]; onFollow: () => void }) {
  const { points } = useAmounts()
  if (gifts.length === 0) return null
  return (
    <ul>
      {gifts.map((gift) => (
        <li key={gift.SCP}>
          <ShopLink
            to={`/product-description/${encodeURIComponent(gift.SCP)}`}
            className={css.gift}
            onClick={onFollow}
          >
            <Picture file={cardPicture(gift)} alt="" sizes="44px" className={css.picture} />
            <span lang={gift.lang}>{gift.name}</span>
            <span className={css.points}>{points(gift.points)}</span>
          </ShopLink>
        </li>
      ))}
    </ul>
  )
}

function SuggestionGroup({ title, children }: { title: ReactNode; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <div className={css.others}>
      <p className={css.title}>{title}</p>
      <ul>{children}</ul>
    </div>
  )
}

function SuggestionLink({
  to,
  onFollow,
  children,
}: {
  to: string
  onFollow: () => void
  children: string
}) {
  return (
    <li>
      <ShopLink to={to} className={css.other} onClick={onFollow}>
        {children}
      </ShopLink>
    </li>
  )
}

/** The typed text after a pause, empty until then. */
function useDebounced(typed: string): string {
  const [debounced, setDebounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return debounced === typed ? typed : ''
}

/** Categories and subcategories of the menu with this text in their name. */
function findCategories(items: readonly NavigationItem[], term: string): NavigationItem[] {
  const flatten = (items: readonly NavigationItem[]): NavigationItem[] =>
    items.flatMap((item) => [item, ...flatten(item.childNavItems)])
  return flatten(items)
    .filter(({ title }) => contains(title, term))
    .slice(0, MAX_OTHERS)
}

const contains = (text: string, term: string) => normalized(text).includes(normalized(term))

/** Without accents, so that 'cafe' also finds 'Café'. */
const normalized = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
