import type { ReactNode } from 'react'

import { PageBreadcrumb } from '#storefront/content/PageBreadcrumb.tsx'
import { RichText } from '#storefront/content/RichText.tsx'
import { usePageTitle } from '#storefront/page/page-title.ts'
import { useSession } from '#storefront/session/use-session.ts'
import type { PageTexts } from '#storefront/i18n/texts.tsx'
import { Picture } from '#ui/components/Image.tsx'
import css from './Article.module.css'

type ArticleProps = {
  texts: PageTexts
  /** The language of the text, if it is not the chosen one. */
  lang?: string | undefined
  /** Content beside the text. */
  beside?: ReactNode
  /** Content between the title and the text. */
  note?: ReactNode
  children?: ReactNode
}

/** A content page with image, title, introduction and text. */
export function Article({ texts, lang, beside, note, children }: ArticleProps) {
  const banner = texts.picture('banner')
  const title = texts.text('title')
  const session = useSession()
  usePageTitle(title)
  return (
    <div className={css.page}>
      {session ? <PageBreadcrumb current={title} /> : null}
      {banner ? (
        <Picture
          file={banner.file}
          alt={banner.alt}
          sizes="(width < 80rem) 100vw, 1200px"
          ratio="auto"
          className={css.banner}
          eager
        />
      ) : null}
      <div className={css.columns}>
        <article className={css.text} lang={lang}>
          <h1>{texts.jsx('title')}</h1>
          {note}
          {texts.has('intro') ? <p className={css.intro}>{texts.jsx('intro')}</p> : null}
          <RichText texts={texts} name="body" />
          {children}
        </article>
        {beside}
      </div>
    </div>
  )
}
