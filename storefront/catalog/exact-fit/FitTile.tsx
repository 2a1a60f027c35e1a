import { type ReactNode, useEffect, useRef } from 'react'

import { languages } from '#domain/language.ts'
import { accessibleName } from '#domain/text/accessible-name.ts'
import {
  type CardContext,
  type CardSize,
  GiftTexts,
  ProductCard,
} from '#storefront/product-card/ProductCard.tsx'
import type { Fit } from '#storefront/catalog/exact-fit/use-exact-fit.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { Picture } from '#ui/components/Image.tsx'
import css from './FitTile.module.css'

const nameOf = ({ gift, quantity }: Fit['parts'][number]) =>
  quantity === 1 ? gift.name : `${quantity} × ${gift.name}`

/** One entry per unit: a quantity of two appears twice. */
export const unitsOf = ({ parts }: Fit) =>
  parts.flatMap(({ gift, quantity }) => Array.from({ length: quantity }, () => gift))

/** A single gift with quantity one. */
export const isSingle = (fit: Fit) => unitsOf(fit).length === 1

type FitTileProps = {
  fit: Fit
  texts: PageTexts
  total: string
  busy: boolean
  waiting: boolean
  size: CardSize
  sizes?: string
  shared: CardContext
  onAdd: () => Promise<void>
}

/** One combination that uses all remaining points, with its button. A single gift is shown as a product card. */
export function FitTile({ fit, size, sizes = '180px', shared, ...add }: FitTileProps) {
  const [first] = fit.parts
  const button = <AddButton fit={fit} {...add} />
  if (first && isSingle(fit)) {
    return (
      <ProductCard gift={first.gift} size={size} sizes={sizes} tag={false} shared={shared}>
        {button}
      </ProductCard>
    )
  }
  return (
    <Combination fit={fit} size={size} sizes={sizes} shared={shared}>
      <p className={css.sum}>{add.texts.jsx('fitTogether', { points: add.total })}</p>
      {button}
    </Combination>
  )
}

/** The images as one group, and below them the texts of each gift. */
function Combination({
  fit,
  size,
  sizes,
  shared,
  children,
}: Required<Pick<FitTileProps, 'fit' | 'size' | 'sizes' | 'shared'>> & { children: ReactNode }) {
  return (
    <article className={css.together}>
      <div className={css.pictures} data-pieces={unitsOf(fit).length}>
        {unitsOf(fit).map((gift, index) => (
          <Picture
            key={index}
            file={gift.media}
            fallbackText={gift.brand}
            alt=""
            sizes={sizes}
            ratio="auto"
            className={css.picture}
          />
        ))}
      </div>
      <ul className={css.parts}>
        {fit.parts.map((part) => (
          <li key={part.gift.spli_id} className={css.part}>
            <GiftTexts
              gift={part.gift}
              quantity={part.quantity}
              size={size}
              heading="h3"
              brief={size === 'small'}
              shared={shared}
            />
          </li>
        ))}
      </ul>
      <div className={css.act}>{children}</div>
    </article>
  )
}

function AddButton({
  fit,
  texts,
  total,
  busy,
  waiting,
  onAdd,
}: Omit<FitTileProps, 'size' | 'sizes' | 'shared'>) {
  const language = useLanguage()
  const names = new Intl.ListFormat(languages[language].tag).format(
    fit.parts.map((part) => [nameOf(part), part.gift.variant].filter(Boolean).join(' ')),
  )
  return (
    <Button
      variant="quiet"
      className={css.add}
      busy={busy}
      // Not disabled, because it has the focus while the addition changes the offers.
      aria-disabled={waiting || undefined}
      aria-label={accessibleName(
        texts.text('fitAdd'),
        texts.text('fitAddLabel', { names, points: total }),
      )}
      onClick={() => (waiting ? undefined : void onAdd())}
    >
      {busy ? null : <Icon name="plus" />}
      {texts.jsx('fitAdd')}
    </Button>
  )
}

/** The pressed button has disappeared, so the focus moves to this result. */
export function AllPointsUsed({ texts }: { texts: PageTexts }) {
  const box = useRef<HTMLParagraphElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <p ref={box} tabIndex={-1} className={css.done}>
      <Icon name="check" />
      <span>{texts.jsx('fitDone')}</span>
      <ShopLink to="/cart">{texts.jsx('fitToCart')}</ShopLink>
    </p>
  )
}
