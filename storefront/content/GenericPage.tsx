import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useQueryParams } from '#storefront/router/router.tsx'

import type { Answer } from '#contract/client.shop.ts'
import { languages } from '#domain/language.ts'
import NotFoundPage from '#storefront/content/NotFoundPage.tsx'
import { RichText } from '#storefront/content/RichText.tsx'
import { Article } from '#storefront/content/Article.tsx'
import { pageQuery } from '#storefront/api/queries.ts'
import { genericPageLanguage } from '#contract/content/page-table.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { useTexts, useTextsOf, type PageTexts } from '#storefront/i18n/texts.tsx'
import { Button } from '#ui/components/Button.tsx'
import { Disclosure } from '#ui/components/Disclosure.tsx'
import { hasPicture } from '#ui/lib/image-address.ts'
import { Picture } from '#ui/components/Image.tsx'
import css from './GenericPage.module.css'

/** A page by the editors, or 'not found' if there is none at this address. */
export default function GenericPage() {
  const { pageId = '' } = useParams()
  const query = useQueryParams()
  const { data } = useSuspenseQuery(pageQuery(pageId, genericPageLanguage(query)))
  return data ? <EditorsPage page={data} /> : <NotFoundPage />
}

/** The page is in Dutch or in the language of its address. A button offers the holder's own language. */
function EditorsPage({ page }: { page: Answer<'component'>['response'] }) {
  const holderLanguage = useLanguage()
  const query = useQueryParams()
  const navigate = useNavigate()
  const pageLanguage = genericPageLanguage(query)
  const texts = useTextsOf(page.path, page.blocks)
  const common = useTexts('websitetranslationcomponents')
  return (
    <Article
      texts={texts}
      lang={pageLanguage === holderLanguage ? undefined : pageLanguage}
      note={
        pageLanguage === holderLanguage ? null : (
          <p lang={holderLanguage}>
            <Button
              variant="plain"
              className={css.translate}
              onClick={() => void navigate(`?language=${holderLanguage}`, { replace: true })}
            >
              {common.jsx('readInLanguage', { language: languages[holderLanguage].label })}
            </Button>
          </p>
        )
      }
    >
      {texts.items.map((block) => (
        <PageBlock key={block.code} block={block} />
      ))}
    </Article>
  )
}

/** The content of a block: questions with answers, or parts with a title, a text and a picture. */
function PageBlock({ block }: { block: PageTexts }) {
  return (
    <section className={css.block}>
      {block.has('title') ? <h2>{block.jsx('title')}</h2> : null}
      {block.has('text') ? <p>{block.jsx('text')}</p> : null}
      <RichText texts={block} name="body" />
      {block.items.map((item) =>
        item.has('question') ? (
          <Disclosure key={item.code} title={item.jsx('question')}>
            <RichText texts={item} name="answer" />
          </Disclosure>
        ) : (
          <Part key={item.code} item={item} />
        ),
      )}
    </section>
  )
}

function Part({ item }: { item: PageTexts }) {
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
      {item.has('title') ? <h3>{item.jsx('title')}</h3> : null}
      {item.has('text') ? <p>{item.jsx('text')}</p> : null}
      <RichText texts={item} name="body" />
    </div>
  )
}
