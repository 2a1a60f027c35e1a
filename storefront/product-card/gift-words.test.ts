import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { type CardContext, GiftWords } from '#storefront/product-card/ProductCard.tsx'

it('names the variant also where there is no room for the brand (PRODUCT-18)', () => {
  const gift = {
    SCP: 'mug',
    name: 'Mug',
    brand: 'Potter',
    brand_name: 'Potter',
    variant: 'Sand, L',
  }
  const page = renderToStaticMarkup(
    createElement(GiftWords, {
      gift: { ...gift, points: 3 } as Parameters<typeof GiftWords>[0]['gift'],
      size: 'small',
      heading: 'h3',
      linked: false,
      brief: true,
      shared: { points: String } as unknown as CardContext,
    }),
  )
  expect(
    page
      .replaceAll(/<[^>]+>/g, ' ')
      .split(/\s+/)
      .join(' '),
  ).toBe(' Mug Sand, L 3 ')
})
