import { SuggestedGifts } from '#storefront/suggestions/SuggestedGifts.tsx'
import { ShopLink } from '#storefront/router/ShopLink.tsx'
import { useTexts } from '#storefront/i18n/texts.tsx'
import { buttonClass } from '#ui/components/Button.tsx'
import { EmptyState } from '#ui/components/EmptyState.tsx'

export function EmptyCart() {
  const texts = useTexts('basketcomponents')
  return (
    <>
      <EmptyState icon="basket" picture={texts.picture('banner')?.file}>
        <p data-said>{texts.jsx('messageCartEmpty')}</p>
        <ShopLink className={buttonClass()} to="/products">
          {texts.jsx('toGifts')}
        </ShopLink>
      </EmptyState>
      <SuggestedGifts row={2} />
    </>
  )
}
