import type { Product } from '#contract/catalog/catalog.shop.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useTexts } from '#storefront/i18n/texts.tsx'
import css from './GiftBreadcrumb.module.css'

/** Tag group, tag, gift. A gift with several tags appears under its first. */
export function GiftBreadcrumb({ product }: { product: Product }) {
  const words = useTexts('productdetailpagecomponents')
  const [crumb] = product.breadcrumb
  return (
    <nav aria-label={words.text('breadcrumbLabel')}>
      <ol className={css.steps}>
        {crumb ? (
          <>
            <li>
              <ShopLink to={groupAddress(crumb)}>{crumb.tag_group_discription}</ShopLink>
            </li>
            <li>
              <ShopLink to={tagAddress(crumb)}>{crumb.tag_description}</ShopLink>
            </li>
          </>
        ) : null}
        <li aria-current="page" lang={product.lang}>
          {product.name}
        </li>
      </ol>
    </nav>
  )
}

type Crumb = Product['breadcrumb'][number]

function groupAddress({ product_tag_group_id, tag_ids }: Crumb): string {
  const query = new URLSearchParams({ mainTagId: product_tag_group_id })
  for (const id of tag_ids) query.append('tagId', id)
  return `/products?${query}`
}

export const tagAddress = ({ product_tag_id }: Crumb) =>
  `/products?${new URLSearchParams({ tagId: product_tag_id })}`
