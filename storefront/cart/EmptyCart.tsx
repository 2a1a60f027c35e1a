import { SomeGifts } from '#storefront/SomeGifts.tsx'
import { ShopLink } from '#storefront/ShopLink.tsx'
import { useWords } from '#storefront/words.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'

export function EmptyCart() {
  const words = useWords('basketcomponents')
  return (
    <>
      <EmptyState icon="basket" picture={words.picture('banner')?.file}>
        <p data-said>{words.say('messageCartEmpty')}</p>
        <ShopLink className={buttonClass()} to="/products">
          {words.say('toGifts')}
        </ShopLink>
      </EmptyState>
      <SomeGifts />
    </>
  )
}
