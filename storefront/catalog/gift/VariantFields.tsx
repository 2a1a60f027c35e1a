import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from '#storefront/router/router.tsx'

import type { Product } from '#contract/catalog/catalog.shop.ts'
import {
  currentVariant,
  isAvailable,
  nearestVariant,
} from '#storefront/catalog/gift/nearest-variant.ts'
import { productQuery } from '#storefront/api/queries.ts'
import { stayingOnPage } from '#storefront/router/same-page-navigation.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Swatch } from '#ui/fields/Swatch.tsx'
import css from './VariantFields.module.css'

type Dimension = Product['dim'][number]

/** One or two choices; each leads to the matching variant's own address, with the rest of the page as it is. */
export function VariantFields({ product }: { product: Product }) {
  const { chosen, choose } = useChoice(product)
  const inOrder = product.dim
    .slice(0, 2)
    .map((dimension, place) => ({ dimension, place }))
    .toSorted((a, b) => sequenceOf(a.dimension) - sequenceOf(b.dimension))
  if (inOrder.length === 0) return null
  return (
    <div className={css.fields}>
      {inOrder.map(({ dimension, place }) => (
        <Choice
          key={place}
          product={product}
          dimension={dimension}
          place={place}
          value={chosen[place] ?? dimension.value}
          onChoose={(value) => void choose(place, value)}
        />
      ))}
    </div>
  )
}

const sequenceOf = ({ dropdown_definition }: Dimension) => dropdown_definition.sequence

type ChoiceProps = {
  product: Product
  dimension: Dimension
  place: number
  value: string
  onChoose: (value: string) => void
}

/** The list shows the values as text. With colours, dots offer the same choice. */
function Choice({ product, dimension, place, value, onChoose }: ChoiceProps) {
  const id = useId()
  const { description, answer } = dimension.dropdown_definition
  const noteOf = useSoldOutNote(product, place)
  const coloured = answer.filter(({ hexcode }) => hexcode)
  return (
    <div className={css.field}>
      <span className={css.list}>
        <label htmlFor={id} className={css.label}>
          {description}
        </label>
        <select
          id={id}
          className={css.select}
          value={value}
          onChange={(event) => onChoose(event.target.value)}
        >
          {answer.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
              {one.value === dimension.value ? '' : noteOf(one.value)}
            </option>
          ))}
        </select>
      </span>
      {coloured.length > 1 ? (
        <div className={css.dots} role="radiogroup" aria-label={description}>
          {coloured.map((one) => {
            const note = one.value === dimension.value ? '' : noteOf(one.value)
            return (
              <Swatch
                key={one.value}
                type="radio"
                group={id}
                label={`${one.label}${note}`}
                hexcode={one.hexcode ?? ''}
                data-gone={note === '' ? undefined : true}
                checked={one.value === value}
                onChange={() => onChoose(one.value)}
              />
            )
          })}
        </div>
      ) : null}
    </div>
  )
}

/** Marks choices that lead to a sold-out variant. */
function useSoldOutNote(product: Product, place: number) {
  const common = useTexts('websitetranslationcomponents')
  const current = currentVariant(product)
  return (value: string) => {
    const target = current && nearestVariant(product.product_variants, current, place, value)
    return target && !isAvailable(target) ? ` · ${common.text('stock_sold_out')}` : ''
  }
}

/** The choice shows at once; the page follows when the variant is here. The last choice wins. */
function useChoice(product: Product) {
  const [going, setGoing] = useState<{ from: string; to: string; values: string[] } | null>(null)
  const queries = useQueryClient()
  const language = useLanguage()
  const navigate = useNavigate()
  const last = useRef('')
  const variants = product.product_variants
  const current = variants.find(({ scp }) => scp === going?.to) ?? currentVariant(product)

  // After the user has left the page, a pending choice must not navigate back to it.
  useEffect(() => () => void (last.current = ''), [])

  async function choose(place: number, value: string) {
    const next = current && nearestVariant(variants, current, place, value)
    if (!next) return
    setGoing({ from: product.scp, to: next.scp, values: [next.value_dim_0, next.value_dim_1] })
    last.current = next.scp
    // An unavailable variant shows the page's own error at its own address.
    await queries.prefetchQuery(productQuery(next.scp, language))
    if (last.current === next.scp)
      await navigate(`/product-description/${encodeURIComponent(next.scp)}`, stayingOnPage)
  }

  return { chosen: going?.from === product.scp ? going.values : [], choose }
}
