import { ShopLink } from '#storefront/ShopLink.tsx'
import { useWords } from '#storefront/words.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import css from './EmptyCart.module.css'

export function EmptyCart() {
  const words = useWords('basketcomponents')
  return (
    <div className={css.empty}>
      <span className={css.drawing}>
        <Icon name="gift" />
      </span>
      <p className={css.message}>{words.say('messageCartEmpty')}</p>
      <ShopLink className={buttonClass()} to="/products">
        {words.say('toGifts')}
      </ShopLink>
    </div>
  )
}
