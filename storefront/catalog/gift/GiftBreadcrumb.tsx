import type { Product } from '#contract/catalog/catalog.shop.ts'
import { Breadcrumb } from '#storefront/page/Breadcrumb.tsx'
import { useTexts } from '#storefront/i18n/texts.tsx'

/** Tag group, tag, gift. A gift with several tags appears under its first. */
export function GiftBreadcrumb({ product }: { product: Product }) {
  const texts = useTexts('productdetailpagecomponents')
  const [crumb] = product.breadcrumb
  const parents = crumb
    ? [
        { title: crumb.tag_group_discription, to: groupAddress(crumb) },
        { title: crumb.tag_description, to: tagAddress(crumb) },
      ]
    : []
  return (
    <Breadcrumb
      label={texts.text('breadcrumbLabel')}
      parents={parents}
      current={product.name}
      lang={product.lang}
    />
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
