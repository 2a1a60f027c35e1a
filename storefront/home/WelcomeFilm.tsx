import { useEffect, useRef, useState } from 'react'

import { useLanguage } from '#storefront/i18n/use-language.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { pictureUrl } from '#ui/lib/image-address.ts'
import { Picture } from '#ui/components/Image.tsx'
import css from './WelcomeFilm.module.css'

/** Silent until a click on play. Has captions, and closes at its end or on a click outside it. */
export function WelcomeFilm({ words }: { words: PageTexts }) {
  const language = useLanguage()
  const { playing, setPlaying, film, box, start } = useFilm()
  const video = words.picture('video')
  const poster = words.picture('poster')
  const captions = words.picture('captions')
  if (!video && !poster) return null
  return (
    <div className={css.box} ref={box}>
      {playing && video ? (
        <>
          {/* Captions are added below, if the editors provided them. */}
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
          <video
            ref={film}
            className={css.film}
            controls
            playsInline
            preload="auto"
            poster={poster ? pictureUrl(poster.file, 960) : undefined}
            aria-label={words.text('videoLabel')}
            onEnded={() => setPlaying(false)}
          >
            <source src={pictureUrl(video.file)} type="video/webm" />
            {captions ? (
              <track
                kind="captions"
                src={pictureUrl(captions.file)}
                srcLang={language}
                label={words.text('videoLabel')}
                default
              />
            ) : null}
          </video>
          <Button look="plain" className={css.skip} onClick={() => setPlaying(false)}>
            {words.say('skipVideo')}
          </Button>
        </>
      ) : (
        <div className={css.poster}>
          <Picture
            file={poster?.file ?? ''}
            alt={poster?.alt ?? ''}
            sizes="(width < 36rem) 90vw, 30rem"
            ratio="16 / 9"
            className={css.picture}
            eager
          />
          {video ? (
            <button ref={start} type="button" className={css.play} onClick={() => setPlaying(true)}>
              <Icon name="play" filled />
              {words.say('videoLabel')}
            </button>
          ) : null}
        </div>
      )}
    </div>
  )
}

function useFilm() {
  const [playing, setPlaying] = useState(false)
  const film = useRef<HTMLVideoElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const start = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!playing) return
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setPlaying(false)
    }
    document.addEventListener('pointerdown', onPointer)
    // If autoplay is blocked, the film shows its own play button.
    film.current?.play().catch(() => {})
    film.current?.focus()
    return () => {
      document.removeEventListener('pointerdown', onPointer)
      // The element with the focus was removed with the film.
      if (document.activeElement === document.body) start.current?.focus()
    }
  }, [playing])

  return { playing, setPlaying, film, box, start }
}
