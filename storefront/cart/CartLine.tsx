import type { CartItem, Problem } from '#contract/cart.shop.ts'
import { MAX_GIFT_QUANTITY } from '#domain/cart/cart-rules.ts'
import { accessibleName } from '#domain/text/accessible-name.ts'
import { fullName } from '#domain/catalog/full-gift-name.ts'
import { LineError } from '#storefront/cart/LineError.tsx'
import { LINE_SIZES } from '#storefront/images/image-sizes.ts'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Badge } from '#ui/components/Badge.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { Picture } from '#ui/components/Image.tsx'
import { Stepper } from '#ui/fields/Stepper.tsx'
import css from './CartLine.module.css'

type CartLineProps = {
  item: CartItem
  problem: Problem | undefined
  /** The stock left for this line, less the other lines of the same gift. */
  availableForLine: number
  adjustable: boolean
  onQuantity: (quantity: number) => void
}

export function CartLine({
  item,
  problem,
  availableForLine,
  adjustable,
  onQuantity,
}: CartLineProps) {
  const texts = useTexts('basketcomponents')
  const common = useTexts('websitetranslationcomponents')
  const { points } = useAmounts()
  const name = fullName(item)
  return (
    <li className={css.line} aria-labelledby={`line-${item.id} variant-${item.id}`}>
      <Picture className={css.picture} file={item.media} alt="" sizes={LINE_SIZES} fit="contain" />
      <Gift item={item} />
      <p className={css.points}>
        <strong>{points(item.points * item.quantity)}</strong>
        {item.quantity > 1 ? (
          <span className={css.each}>{texts.jsx('perPiece', { points: points(item.points) })}</span>
        ) : null}
      </p>
      <div className={css.controls}>
        {adjustable ? (
          <Stepper
            id={`quantity-${item.id}`}
            quantity={item.quantity}
            invalidText={common.text('wholeNumber', { most: MAX_GIFT_QUANTITY })}
            max={MAX_GIFT_QUANTITY}
            label={texts.text('quantityOf', { name })}
            lessLabel={texts.text('lessOf', { name })}
            moreLabel={texts.text('moreOf', { name })}
            onChange={onQuantity}
          />
        ) : (
          <span>
            {texts.jsx('quantity')}: <strong>{item.quantity}</strong>
          </span>
        )}
        <Button
          variant="plain"
          className={css.remove}
          aria-label={accessibleName(texts.text('remove'), texts.text('removeGift', { name }))}
          onClick={() => onQuantity(0)}
        >
          <Icon name="trash" />
          {texts.jsx('remove')}
        </Button>
      </div>
      {problem ? (
        <LineError
          item={item}
          problem={problem}
          availableForLine={availableForLine}
          onQuantity={onQuantity}
        />
      ) : null}
    </li>
  )
}

function Gift({ item }: { item: CartItem }) {
  // A gift that is no longer offered has no page.
  const path = item.delivery_condition && `/product-description/${encodeURIComponent(item.scp)}`
  return (
    <div className={css.gift}>
      {item.brand ? <p className={css.brand}>{item.brand}</p> : null}
      <h2 className={css.name} id={`line-${item.id}`}>
        {path ? <ShopLink to={path}>{item.name}</ShopLink> : item.name}
      </h2>
      {item.variant === '' ? null : (
        <p className={css.variant} id={`variant-${item.id}`}>
          {item.variant}
        </p>
      )}
      <p className={css.facts}>
        <Badge
          quiet={item.delivery_condition === null}
          colour={item.delivery_condition ? item.stock_status_color : undefined}
        >
          {item.stock_status}
        </Badge>
        {item.delivery_info ? <span>{item.delivery_info}</span> : null}
      </p>
    </div>
  )
}
