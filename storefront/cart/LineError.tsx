import type { CartItem, Problem } from '#contract/cart.shop.ts'
import { spokenName } from '#domain/text/accessible-name.ts'
import { fullName } from '#domain/catalog/full-gift-name.ts'
import { useAmounts } from '#storefront/i18n/use-amounts.ts'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import css from './CartLine.module.css'

/** The problem of this gift and the button that resolves it. */
export function LineError({
  item,
  problem,
  fits,
  onWant,
}: {
  item: CartItem
  problem: Problem
  fits: number
  onWant: (quantity: number) => void
}) {
  const words = useTexts('basketcomponents')
  const { points } = useAmounts()
  const resolve = resolveOf(problem, fits, item.quantity)
  const shown = {
    adjust: words.text('setToAvailable', { available: resolve.quantity }),
    accept: words.text('acceptPoints', { points: points(item.points) }),
    remove: words.text('remove'),
  }[resolve.kind]
  const name = fullName(item)
  const label = resolve.kind === 'remove' ? words.text('removeGift', { name }) : name
  return (
    <div className={css.problem}>
      <p>
        <Icon name="warning" />
        <span>
          {words.say(problem.Message, {
            points: points(item.points),
            available: problem.available,
          })}
        </span>
      </p>
      <Button
        look="quiet"
        aria-label={spokenName(shown, label)}
        onClick={() => onWant(resolve.quantity)}
      >
        {resolve.kind === 'adjust'
          ? words.say('setToAvailable', { available: resolve.quantity })
          : null}
        {resolve.kind === 'accept'
          ? words.say('acceptPoints', { points: points(item.points) })
          : null}
        {resolve.kind === 'remove' ? words.say('remove') : null}
      </Button>
    </div>
  )
}

function resolveOf({ code }: Problem, fits: number, quantity: number) {
  if (code === 'not-enough-stock' && fits > 0) return { kind: 'adjust', quantity: fits } as const
  // Submitting the line unchanged accepts its current price.
  if (code === 'points-changed') return { kind: 'accept', quantity } as const
  return { kind: 'remove', quantity: 0 } as const
}
