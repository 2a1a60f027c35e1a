import type { ReactNode } from 'react'

import { useAmounts } from '#storefront/use-amounts.ts'
import { useSession } from '#storefront/use-session.ts'
import { useWords } from '#storefront/words.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Picture } from '#ui/Picture.tsx'
import css from './CheckoutBanner.module.css'

/** The head of a step: its name, its picture where the editors chose one, and the holder's points. */
export function CheckoutBanner({
  title,
  picture,
}: {
  title: ReactNode
  picture: { file: string; alt: string } | undefined
}) {
  const words = useWords('basketcomponents')
  const { points } = useAmounts()
  const session = useSession()
  return (
    <div className={css.banner} data-picture={picture ? true : undefined}>
      <div className={css.words}>
        <h1 className={css.title}>{title}</h1>
        {session ? (
          <p className={css.points}>
            <Icon name="gift" />
            <span>
              {words.say('voucherPoints')}:{' '}
              <strong>{points(session.shoppingcart.available_points)}</strong>
            </span>
          </p>
        ) : null}
      </div>
      {picture ? (
        <Picture
          className={css.picture}
          file={picture.file}
          alt={picture.alt}
          sizes="(width < 40rem) 60vw, 384px"
          ratio="3 / 1"
          eager
        />
      ) : null}
    </div>
  )
}
