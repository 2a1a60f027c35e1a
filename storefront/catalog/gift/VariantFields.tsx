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

/** One or two choices. Each leads to the address of the matching variant. The rest of the page stays. */
export function VariantFields({ product }: { product: Product }) {
  const { chosen, choose } = useChoice(product)
  const sortedDimensions = product.dim
    .slice(0, 2)
    .map((dimension, index) => ({ dimension, index }))
    .toSorted((a, b) => sequenceOf(a.dimension) - sequenceOf(b.dimension))
  if (sortedDimensions.length === 0) return null
  return (
    <div className={css.fields}>
      {sortedDimensions.map(({ dimension, index }) => (
        <Choice
          key={index}
          product={product}
          dimension={dimension}
          index={index}
          value={chosen[index] ?? dimension.value}
          onChoose={(value) => void choose(index, value)}
        />
      ))}
    </div>
  )
}

const sequenceOf = ({ dropdown_definition }: Dimension) => dropdown_definition.sequence

type ChoiceProps = {
  product: Product
  dimension: Dimension
  index: number
  value: string
  onChoose: (value: string) => void
}

/** A list of the values as text. Colours are also offered as dots. */
function Choice({ product, dimension, index, value, onChoose }: ChoiceProps) {
  const id = useId()
  const { description, answer } = dimension.dropdown_definition
  const noteOf = useSoldOutNote(product, index)
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
          {answer.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
              {option.value === dimension.value ? '' : noteOf(option.value)}
            </option>
          ))}
        </select>
      </span>
      {coloured.length > 1 ? (
        <div className={css.dots} role="radiogroup" aria-label={description}>
          {coloured.map((option) => {
            const note = option.value === dimension.value ? '' : noteOf(option.value)
            return (
              <Swatch
                key={option.value}
                type="radio"
                group={id}
                label={`${option.label}${note}`}
                hexcode={option.hexcode ?? ''}
                data-gone={note === '' ? undefined : true}
                checked={option.value === value}
                onChange={() => onChoose(option.value)}
              />
            )
          })}
        </div>
      ) : null}
    </div>
  )
}

/** Marks choices that lead to a sold-out variant. */
function useSoldOutNote(product: Product, index: number) {
  const common = useTexts('websitetranslationcomponents')
  const current = currentVariant(product)
  return (value: string) => {
    const target = current && nearestVariant(product.product_variants, current, index, value)
    return target && !isAvailable(target) ? ` · ${common.text('stock_sold_out')}` : ''
  }
}

/** Shows a choice at once and navigates when the variant has loaded. The last choice wins. */
function useChoice(product: Product) {
  const [pendingChoice, setPendingChoice] = useState<{
    from: string
    to: string
    values: string[]
  } | null>(null)
  const queries = useQueryClient()
  const language = useLanguage()
  const navigate = useNavigate()
  const lastChosen = useRef('')
  const variants = product.product_variants
  const current = variants.find(({ scp }) => scp === pendingChoice?.to) ?? currentVariant(product)

  // After the user has left the page, a pending choice must not navigate back to it.
  useEffect(() => () => void (lastChosen.current = ''), [])

  async function choose(index: number, value: string) {
    const next = current && nearestVariant(variants, current, index, value)
    if (!next) return
    setPendingChoice({
      from: product.scp,
      to: next.scp,
      values: [next.value_dim_0, next.value_dim_1],
    })
    lastChosen.current = next.scp
    // An unavailable variant shows the page's own error at its own address.
    await queries.prefetchQuery(productQuery(next.scp, language))
    if (lastChosen.current === next.scp)
      await navigate(`/product-description/${encodeURIComponent(next.scp)}`, stayingOnPage)
  }

  return { chosen: pendingChoice?.from === product.scp ? pendingChoice.values : [], choose }
}
