import type { CartItem, Problem } from '#contract/cart.shop.ts'
import { accessibleName } from '#domain/text/accessible-name.ts'
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
  availableForLine,
  onQuantity,
}: {
  item: CartItem
  problem: Problem
  availableForLine: number
  onQuantity: (quantity: number) => void
}) {
  const texts = useTexts('basketcomponents')
  const { points } = useAmounts()
  const resolution = resolutionOf(problem, availableForLine, item.quantity)
  const buttonText = {
    adjust: texts.text('setToAvailable', { available: resolution.quantity }),
    accept: texts.text('acceptPoints', { points: points(item.points) }),
    remove: texts.text('remove'),
  }[resolution.kind]
  const name = fullName(item)
  const label = resolution.kind === 'remove' ? texts.text('removeGift', { name }) : name
  return (
    <div className={css.problem}>
      <p>
        <Icon name="warning" />
        <span>
          {texts.jsx(problem.Message, {
            points: points(item.points),
            available: problem.available,
          })}
        </span>
      </p>
      <Button
        variant="quiet"
        aria-label={accessibleName(buttonText, label)}
        onClick={() => onQuantity(resolution.quantity)}
      >
        {resolution.kind === 'adjust'
          ? texts.jsx('setToAvailable', { available: resolution.quantity })
          : null}
        {resolution.kind === 'accept'
          ? texts.jsx('acceptPoints', { points: points(item.points) })
          : null}
        {resolution.kind === 'remove' ? texts.jsx('remove') : null}
      </Button>
    </div>
  )
}

function resolutionOf({ code }: Problem, availableForLine: number, quantity: number) {
  if (code === 'not-enough-stock' && availableForLine > 0)
    return { kind: 'adjust', quantity: availableForLine } as const
  // Submitting the line unchanged accepts its current price.
  if (code === 'points-changed') return { kind: 'accept', quantity } as const
  return { kind: 'remove', quantity: 0 } as const
}
