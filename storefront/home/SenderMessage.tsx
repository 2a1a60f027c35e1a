import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'

import { useTexts } from '#storefront/i18n/texts.tsx'
import { ask } from '#storefront/api/shop-client.ts'
import { pictureUrl } from '#ui/lib/image-address.ts'
import { Picture } from '#ui/components/Image.tsx'
import css from './SenderMessage.module.css'

const senderQuery = queryOptions({
  queryKey: ['giver'],
  // The page works without it.
  queryFn: async () => (await ask('giver', {}).catch(() => null))?.response ?? null,
})

/** The sender's message to this holder, with a picture or a film. */
export function SenderMessage() {
  const texts = useTexts('welcomeoverlaycomponents')
  const { data: sender } = useSuspenseQuery(senderQuery)
  if (!sender) return null
  const { name, words: message, picture, film, alt } = sender
  return (
    <figure className={css.sender}>
      {name === '' ? null : (
        <figcaption className={css.name}>{texts.jsx('giftFrom', { name }, name)}</figcaption>
      )}
      {picture !== '' && film ? (
        // The text beside it describes the film. Senders provide no captions.
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video className={css.film} controls playsInline preload="none" aria-label={alt}>
          <source src={pictureUrl(picture)} />
        </video>
      ) : null}
      {picture === '' || film ? null : (
        <Picture
          file={picture}
          alt={alt}
          sizes="(width < 36rem) 90vw, 30rem"
          ratio="16 / 9"
          className={css.picture}
          eager
        />
      )}
      {message === '' ? null : <blockquote className={css.words}>{message}</blockquote>}
      {film && alt !== '' ? <p className={css.alt}>{alt}</p> : null}
    </figure>
  )
}
