import type { CartItem, Problem } from '#contract/cart-api.ts'
import { MOST_PIECES } from '#domain/cart-rules.ts'
import { spokenName } from '#domain/spoken-name.ts'
import { wholeName } from '#domain/whole-name.ts'
import { LineProblem } from '#storefront/cart/LineProblem.tsx'
import { LINE_SIZES } from '#storefront/picture-sizes.ts'
import { ShopLink } from '#storefront/ShopLink.tsx'
import { useAmounts } from '#storefront/use-amounts.ts'
import { useWords } from '#storefront/words.tsx'
import { Badge } from '#ui/Badge.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Picture } from '#ui/Picture.tsx'
import { Stepper } from '#ui/Stepper.tsx'
import css from './CartLine.module.css'

type CartLineProps = {
  item: CartItem
  problem: Problem | undefined
  /** How many of this line the shelf still holds, after what the other lines of the gift take. */
  fits: number
  adjustable: boolean
  onWant: (quantity: number) => void
}

export function CartLine({ item, problem, fits, adjustable, onWant }: CartLineProps) {
  const words = useWords('basketcomponents')
  const common = useWords('websitetranslationcomponents')
  const { points } = useAmounts()
  const name = wholeName(item)
  // What is no longer offered has no page any more.
  const path = item.delivery_condition && `/product-description/${encodeURIComponent(item.scp)}`
  return (
    <li className={css.line} aria-labelledby={`line-${item.id} variant-${item.id}`}>
      <Picture className={css.picture} file={item.media} alt="" sizes={LINE_SIZES} fit="contain" />
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
      <p className={css.points}>
        <strong>{points(item.points * item.quantity)}</strong>
        {item.quantity > 1 ? (
          <span className={css.each}>{words.say('perPiece', { points: points(item.points) })}</span>
        ) : null}
      </p>
      <div className={css.controls}>
        {adjustable ? (
          <Stepper
            id={`quantity-${item.id}`}
            quantity={item.quantity}
            wrong={common.text('wholeNumber', { most: MOST_PIECES })}
            most={MOST_PIECES}
            label={words.text('quantityOf', { name })}
            lessLabel={words.text('lessOf', { name })}
            moreLabel={words.text('moreOf', { name })}
            onChange={onWant}
          />
        ) : (
          <span>
            {words.say('quantity')}: <strong>{item.quantity}</strong>
          </span>
        )}
        <Button
          look="plain"
          className={css.remove}
          aria-label={spokenName(words.text('remove'), words.text('removeGift', { name }))}
          onClick={() => onWant(0)}
        >
          <Icon name="trash" />
          {words.say('remove')}
        </Button>
      </div>
      {problem ? <LineProblem item={item} problem={problem} fits={fits} onWant={onWant} /> : null}
    </li>
  )
}
