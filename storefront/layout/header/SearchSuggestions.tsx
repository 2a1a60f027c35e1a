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
const MOST_GIFTS = 5
const MOST_OTHERS = 3

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
  const categories = term === '' ? [] : matching(navigation?.navItems ?? [], term)
  const brands = (data?.brands ?? [])
    .filter(({ brand_name }) => contains(brand_name, term))
    .slice(0, MOST_OTHERS)
  const gifts = data?.response.slice(0, MOST_GIFTS) ?? []
  return {
    gifts,
    categories,
    brands,
    count: data && term !== '' ? gifts.length + categories.length + brands.length : 0,
    total: data?.pagination.total ?? 0,
    /** Everything that this text finds. */
    allTo: `/products${search}`,
  }
}

/** Below the search box: gifts, categories and brands for what is typed so far. */
export default function SearchSuggestions({ typed, input, onFollow }: SearchSuggestionsProps) {
  const words = useTexts('headercomponents')
  const announce = useAnnounce()
  const panel = useArrowKeys(input)
  const term = useSettled(typed)
  const { gifts, categories, brands, count, total, allTo } = useSuggestions(term)
  const announcement = count > 0 ? words.text('suggestionsFound', { count }) : ''
  useEffect(() => announce(announcement), [announce, announcement, term])

  if (count === 0) return null
  return (
    <div ref={panel} className={css.panel} role="group" aria-label={words.text('suggestions')}>
      <Gifts gifts={gifts} onFollow={onFollow} />
      <Others title={words.say('suggestedCategories')}>
        {categories.map((item) => (
          <Other key={item.id} to={categoryPath(item)} onFollow={onFollow}>
            {item.title}
          </Other>
        ))}
      </Others>
      <Others title={words.say('suggestedBrands')}>
        {brands.map(({ brand_id: id, brand_name: name }) => (
          <Other
            key={id}
            to={`/products?${new URLSearchParams({ brandId: id })}`}
            onFollow={onFollow}
          >
            {name}
          </Other>
        ))}
      </Others>
      {total > gifts.length ? (
        <ShopLink to={allTo} className={css.all} onClick={onFollow}>
          {words.say('suggestionsAll', { count: total })}
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
    function move(event: KeyboardEvent) {
      if (!panel.current) return
      const places = [input.current, ...panel.current.querySelectorAll('a')]
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      const at = places.findIndex((place) => place === document.activeElement)
      const next = event.key === 'Escape' ? input.current : step && places[at + step]
      if (!next) return
      event.preventDefault()
      next.focus()
    }
    box?.addEventListener('keydown', move)
    return () => box?.removeEventListener('keydown', move)
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

function Others({ title, children }: { title: ReactNode; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <div className={css.others}>
      <p className={css.title}>{title}</p>
      <ul>{children}</ul>
    </div>
  )
}

function Other({ to, onFollow, children }: { to: string; onFollow: () => void; children: string }) {
  return (
    <li>
      <ShopLink to={to} className={css.other} onClick={onFollow}>
        {children}
      </ShopLink>
    </li>
  )
}

/** The typed text after a pause; empty until then. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return settled === typed ? typed : ''
}

/** Categories and subcategories of the menu with this text in their name. */
function matching(items: readonly NavigationItem[], term: string): NavigationItem[] {
  const all = (items: readonly NavigationItem[]): NavigationItem[] =>
    items.flatMap((item) => [item, ...all(item.childNavItems)])
  return all(items)
    .filter(({ title }) => contains(title, term))
    .slice(0, MOST_OTHERS)
}

const contains = (text: string, term: string) => plain(text).includes(plain(term))

/** 'Café' is also found by 'cafe'. */
const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
