import { useEffect, useRef, useState } from 'react'

import type { Product } from '#contract/catalog/catalog.shop.ts'
import { isSoldOut } from '#domain/inventory/stock-status.ts'
import { arrivalLines } from '#storefront/product-card/arrival-texts.ts'
import { useArrival } from '#storefront/product-card/use-arrival.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { SESSION } from '#storefront/storage/browser-storage.ts'
import { BuyBox, NotAvailable } from '#storefront/catalog/gift/BuyBox.tsx'
import { GiftBand } from '#storefront/catalog/gift/GiftBand.tsx'
import { Gallery } from '#storefront/catalog/gift/Gallery.tsx'
import { GiftBreadcrumb } from '#storefront/catalog/gift/GiftBreadcrumb.tsx'
import { GiftPoints, GiftTitle } from '#storefront/catalog/gift/GiftTitle.tsx'
import { RelatedGifts } from '#storefront/catalog/gift/RelatedGifts.tsx'
import { currentVariant, isAvailable } from '#storefront/catalog/gift/nearest-variant.ts'
import { VariantFields } from '#storefront/catalog/gift/VariantFields.tsx'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useStored } from '#storefront/storage/use-stored.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { WishlistProvider } from '#storefront/product-card/WishlistContext.tsx'
import { WishlistButton } from '#storefront/product-card/WishlistButton.tsx'
import { useAnnounce } from '#ui/components/Announcer.tsx'
import { Badge } from '#ui/components/Badge.tsx'
import { Disclosure } from '#ui/components/Disclosure.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './GiftDetail.module.css'

/** A gift with its images, its information and the button to add it. */
export function GiftDetail({ product }: { product: Product }) {
  const texts = useTexts('productdetailpagecomponents')
  const banner = useStored(SESSION.bannerImage)
  const frame = useRef<HTMLDivElement>(null)
  const [quantity, setQuantity] = useState(1)
  const variant = currentVariant(product)
  const available = !variant || isAvailable(variant)
  usePageTitle(product.name)
  useAnnounceVariant(product)
  return (
    <div className={css.page}>
      <GiftBand file={banner ?? ''}>
        <GiftBreadcrumb product={product} />
      </GiftBand>
      <article className={css.gift}>
        <div className={css.gallery}>
          <Gallery key={product.scp} product={product} frame={frame} />
          <WishlistProvider>
            <WishlistButton spliId={product.spli_id} name={product.name} className={css.heart} />
          </WishlistProvider>
        </div>
        <div className={css.facts}>
          <GiftTitle gift={product} />
          {product.description ? (
            <p className={css.text} lang={product.langs.description}>
              {product.description}
            </p>
          ) : null}
          <VariantFields product={product} />
          <GiftPoints points={product.points} quantity={available ? quantity : null} />
          {available ? (
            <BuyBox product={product} from={frame} quantity={quantity} onQuantity={setQuantity} />
          ) : (
            <NotAvailable product={product} />
          )}
          <Availability product={product} />
        </div>
        <div className={css.sections}>
          <Section
            title={texts.text('detailsTitle')}
            text={product.extended_description}
            lang={product.langs.extended_description}
            open
          />
          <Section
            title={texts.text('sustainabilityTitle')}
            text={product.sustainablity_description}
            lang={product.langs.sustainablity_description}
          />
          <Section
            title={texts.text('warrantyTitle')}
            text={product.warranty_description}
            lang={product.langs.warranty_description}
          />
        </div>
      </article>
      <RelatedGifts gifts={product.CrossSelling} />
    </div>
  )
}

/** Availability, arrival and delivery of the gift. */
function Availability({ product }: { product: Product }) {
  const texts = useTexts('productdetailpagecomponents')
  const common = useTexts('websitetranslationcomponents')
  const language = useLanguage()
  const arrival = useArrival()
  const { delivery_condition: condition, stock_status_color: colour } = product
  const arrivalTexts =
    arrival && condition !== 'digital' && !isSoldOut(colour)
      ? arrivalLines(condition, arrival, common, language)
      : []
  return (
    <ul className={css.supply}>
      <li>
        <Badge colour={product.stock_status_color}>{product.stock_status}</Badge>
      </li>
      {arrivalTexts.map((line) => (
        <li key={line} data-arrival>
          <Icon name="calendar" />
          <span>{line}</span>
        </li>
      ))}
      {product.delivery_info ? (
        <li className={arrivalTexts.length > 0 ? css.general : undefined}>
          <Icon name={product.delivery_condition === 'digital' ? 'mail' : 'truck'} />
          <span lang={product.langs.delivery_info}>{product.delivery_info}</span>
        </li>
      ) : null}
      {product.isSustainable ? (
        <li>
          <Icon name="leaf" />
          {texts.jsx('sustainable')}
        </li>
      ) : null}
    </ul>
  )
}

/** Renders nothing without a text. */
function Section({
  title,
  text,
  lang,
  open,
}: {
  title: string
  text: string
  lang: string | undefined
  open?: boolean
}) {
  if (text.trim() === '') return null
  return (
    <Disclosure title={title} open={open ?? false}>
      <p className={css.text} lang={lang}>
        {text}
      </p>
    </Disclosure>
  )
}

/** Another variant changes the page around the selected field, so it is announced in one sentence. */
function useAnnounceVariant(product: Product) {
  const announce = useAnnounce()
  const { points } = useAmounts()
  const before = useRef(product.scp)
  useEffect(() => {
    if (before.current === product.scp) return
    before.current = product.scp
    const values = product.dim.map(
      ({ value, dropdown_definition }) =>
        dropdown_definition.answer.find((answer) => answer.value === value)?.label ?? value,
    )
    announce(
      `${[product.name, ...values].join(', ')}. ${product.stock_status}. ${points(product.points)}`,
    )
  }, [product, announce, points])
}
