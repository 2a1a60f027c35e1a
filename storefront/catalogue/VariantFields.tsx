import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'

import type { Product } from '#contract/catalogue-api.ts'
import {
  currentVariant,
  isAvailable,
  nearestVariant,
} from '#storefront/catalogue/nearest-variant.ts'
import { productQuery } from '#storefront/queries.ts'
import { stayingOnPage } from '#storefront/stays-on-page.ts'
import { useLanguage } from '#storefront/use-language.ts'
import { useWords } from '#storefront/words.tsx'
import { SelectField } from '#ui/SelectField.tsx'
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
        <SelectField
          key={place}
          className={css.field}
          label={<FieldLabel dimension={dimension} />}
          value={chosen[place] ?? dimension.value}
          onChange={(event) => void choose(place, event.target.value)}
        >
          {dimension.dropdown_definition.answer.map(({ value, label }) => (
            <Option
              key={value}
              product={product}
              place={place}
              value={value}
              label={label}
              chosen={value === dimension.value}
            />
          ))}
        </SelectField>
      ))}
    </div>
  )
}

const sequenceOf = ({ dropdown_definition }: Dimension) => dropdown_definition.sequence

function FieldLabel({ dimension }: { dimension: Dimension }) {
  const { description, answer } = dimension.dropdown_definition
  return (
    <span className={css.label}>
      {description}
      <span className={css.dots} aria-hidden="true">
        {answer.map(({ value, hexcode }) =>
          hexcode ? (
            <span
              key={value}
              className={css.dot}
              style={{ background: hexcode }}
              data-chosen={value === dimension.value || undefined}
            />
          ) : null,
        )}
      </span>
    </span>
  )
}

type OptionProps = {
  product: Product
  place: number
  value: string
  label: string
  chosen: boolean
}

/** Says beforehand where a choice would lead to something sold out. */
function Option({ product, place, value, label, chosen }: OptionProps) {
  const common = useWords('websitetranslationcomponents')
  const current = currentVariant(product)
  const target = current && nearestVariant(product.product_variants, current, place, value)
  const soldOut = !chosen && target && !isAvailable(target)
  const note = soldOut ? ` · ${common.text('stock_sold_out')}` : ''
  return (
    <option value={value}>
      {label}
      {note}
    </option>
  )
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

  // Whoever has left the page meanwhile is not called back to it.
  useEffect(() => () => void (last.current = ''), [])

  async function choose(place: number, value: string) {
    const next = current && nearestVariant(variants, current, place, value)
    if (!next) return
    setGoing({ from: product.scp, to: next.scp, values: [next.value_dim_0, next.value_dim_1] })
    last.current = next.scp
    // What cannot be had shows as the page's own error, at its own address.
    await queries.prefetchQuery(productQuery(next.scp, language))
    if (last.current === next.scp)
      await navigate(`/product-description/${encodeURIComponent(next.scp)}`, stayingOnPage)
  }

  return { chosen: going?.from === product.scp ? going.values : [], choose }
}
