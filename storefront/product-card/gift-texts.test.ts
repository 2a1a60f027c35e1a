import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'

import { type CardContext, GiftTexts } from '#storefront/product-card/ProductCard.tsx'

it('shows the variant also if the brand is omitted (PRODUCT-18)', () => {
  const gift = {
    SCP: 'mug',
    name: 'Mug',
    brand: 'Potter',
    brand_name: 'Potter',
    variant: 'Sand, L',
  }
  const page = renderToStaticMarkup(
    createElement(GiftTexts, {
      gift: { ...gift, points: 3 } as Parameters<typeof GiftTexts>[0]['gift'],
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
