import { useState } from 'react'
import { useParams } from 'react-router'

import { languages } from '#domain/language.ts'
import { RichText } from '#storefront/content/RichText.tsx'
import { TextPage } from '#storefront/content/TextPage.tsx'
import { GENERIC_PAGE_LANGUAGE } from '#storefront/route-needs.ts'
import { useLanguage } from '#storefront/use-language.ts'
import { useWords, type Words } from '#storefront/words.tsx'
import { Button } from '#ui/Button.tsx'
import { Disclosure } from '#ui/Disclosure.tsx'
import { hasPicture } from '#ui/picture-address.ts'
import { Picture } from '#ui/Picture.tsx'
import css from './GenericPage.module.css'

/** A page that the editors made. It comes in Dutch; who chose another language may ask for that. */
export default function GenericPage() {
  const { pageId = '' } = useParams()
  return <OneGenericPage key={pageId} pageId={pageId} />
}

function OneGenericPage({ pageId }: { pageId: string }) {
  const chosen = useLanguage()
  const [own, setOwn] = useState(false)
  const shown = own ? chosen : GENERIC_PAGE_LANGUAGE
  const words = useWords(pageId, shown)
  const common = useWords('websitetranslationcomponents')
  return (
    <TextPage
      words={words}
      lang={shown === chosen ? undefined : shown}
      note={
        shown === chosen ? null : (
          <p lang={chosen}>
            <Button look="plain" className={css.translate} onClick={() => setOwn(true)}>
              {common.say('readInLanguage', { language: languages[chosen].label })}
            </Button>
          </p>
        )
      }
    >
      {words.items.map((block) => (
        <PageBlock key={block.code} block={block} />
      ))}
    </TextPage>
  )
}

/** What stands in a block: questions with answers, or parts with a title, a text and a picture. */
function PageBlock({ block }: { block: Words }) {
  return (
    <section className={css.block}>
      {block.has('title') ? <h2>{block.say('title')}</h2> : null}
      {block.has('text') ? <p>{block.say('text')}</p> : null}
      <RichText words={block} name="body" />
      {block.items.map((item) =>
        item.has('question') ? (
          <Disclosure key={item.code} title={item.say('question')}>
            <RichText words={item} name="answer" />
          </Disclosure>
        ) : (
          <Part key={item.code} item={item} />
        ),
      )}
    </section>
  )
}

function Part({ item }: { item: Words }) {
  const picture = item.picture('picture')
  return (
    <div className={css.part}>
      {picture && hasPicture(picture.file) ? (
        <Picture
          file={picture.file}
          alt={picture.alt}
          sizes="(width < 48rem) 100vw, 700px"
          ratio="3 / 2"
        />
      ) : null}
      {item.has('title') ? <h3>{item.say('title')}</h3> : null}
      {item.has('text') ? <p>{item.say('text')}</p> : null}
      <RichText words={item} name="body" />
    </div>
  )
}
