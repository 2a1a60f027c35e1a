import { useEffect, useRef, useState } from 'react'

import { useLanguage } from '#storefront/i18n/use-language.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Icon } from '#ui/components/Icon.tsx'
import { pictureUrl } from '#ui/lib/image-address.ts'
import { Picture } from '#ui/components/Image.tsx'
import css from './WelcomeFilm.module.css'

/** The welcome film. It starts on a click, and closes at its end or on a click outside it. */
export function WelcomeFilm({ texts }: { texts: PageTexts }) {
  const language = useLanguage()
  const { isPlaying, play, stop, film, box, start } = useFilm()
  const video = texts.picture('video')
  const poster = texts.picture('poster')
  const captions = texts.picture('captions')
  if (!video && !poster) return null
  return (
    <div className={css.box} ref={box}>
      {isPlaying && video ? (
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
            aria-label={texts.text('videoLabel')}
            onEnded={stop}
          >
            <source src={pictureUrl(video.file)} type="video/webm" />
            {captions ? (
              <track
                kind="captions"
                src={pictureUrl(captions.file)}
                srcLang={language}
                label={texts.text('videoLabel')}
                default
              />
            ) : null}
          </video>
          <Button variant="plain" className={css.skip} onClick={stop}>
            {texts.jsx('skipVideo')}
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
            <button ref={start} type="button" className={css.play} onClick={play}>
              <Icon name="play" filled />
              {texts.jsx('videoLabel')}
            </button>
          ) : null}
        </div>
      )}
    </div>
  )
}

function useFilm() {
  const [isPlaying, setIsPlaying] = useState(false)
  const film = useRef<HTMLVideoElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const start = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isPlaying) return
    const onPointer = (event: PointerEvent) => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) setIsPlaying(false)
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
  }, [isPlaying])

  return {
    isPlaying,
    play: () => setIsPlaying(true),
    stop: () => setIsPlaying(false),
    film,
    box,
    start,
  }
}
