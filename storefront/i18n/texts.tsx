import { useSuspenseQuery } from '@tanstack/react-query'
import { createContext, Fragment, type ReactNode, use } from 'react'

import type { Block } from '#contract/content/content.shop.ts'
import { escapeHtml } from '#domain/text/escape-html.ts'
import type { Language } from '#domain/language.ts'
import { fillTemplate, type TemplateValues } from '#domain/content/text-template.ts'
import { useHolderValues } from '#storefront/i18n/holder-values.ts'
import { useLanguage } from '#storefront/i18n/use-language.ts'
import { textsQuery } from '#storefront/api/queries.ts'
import { trustedHtml } from '#ui/lib/trusted-types.ts'

/** The texts, pictures and addresses of one component, by key. */
export type PageTexts = {
  /** Plain text with its placeholders filled in; the fallback or '' if the editors wrote none. */
  text(key: string, values?: TemplateValues, fallback?: string): string
  /** The text as JSX, with its own `lang` if it fell back to another language. */
  jsx(key: string, values?: TemplateValues, fallback?: string): ReactNode
  /** Sanitised HTML with its placeholders filled in. */
  html(key: string): string
  has(key: string): boolean
  /** The fallback language of the text; undefined if it is in the requested language. */
  lang(key: string): string | undefined
  picture(code: string): { file: string; alt: string } | undefined
  url(key: string): string | undefined
  /** The block with this code, or an empty one. */
  block(code: string): PageTexts
  items: PageTexts[]
  code: string
}

export function useTexts(path: string, fixed?: Language): PageTexts {
  const chosen = useLanguage()
  const { data } = useSuspenseQuery(textsQuery(path, fixed ?? chosen))
  return useTextsOf(path, data.blocks)
}

/** The texts of a component that has loaded. */
export function useTextsOf(path: string, blocks: readonly Block[]): PageTexts {
  // Renders again when a preview in the back office has changed texts.
  use(TextsRevision)
  return cachedTexts(path, blocks, useHolderValues())
}

export const TextsRevision = createContext(0)

/** Changes the texts of a component before they are shown. Only a preview in the back office uses it. */
type Prepare = (path: string, blocks: readonly Block[]) => readonly Block[]
let prepare: Prepare | undefined

export function prepareTexts(newPrepare: Prepare): void {
  prepare = newPrepare
  cache = new WeakMap()
}

let cache = new WeakMap<readonly Block[], WeakMap<TemplateValues, PageTexts>>()

/** Cached per component and recipient, for all parts of a page. */
function cachedTexts(path: string, blocks: readonly Block[], holder: TemplateValues): PageTexts {
  const byHolder = cache.get(blocks) ?? new WeakMap<TemplateValues, PageTexts>()
  cache.set(blocks, byHolder)
  const texts =
    byHolder.get(holder) ?? textsOfBlocks(prepare ? prepare(path, blocks) : blocks, holder)
  byHolder.set(holder, texts)
  return texts
}

const EMPTY_BLOCK: Block = { code: '', custom_fields: [], media: [], urls: [] }

/** `holder`: values of placeholders that every text may use. */
export function textsOfBlocks(blocks: readonly Block[], holder: TemplateValues = {}): PageTexts {
  const page = blocks.find(({ code }) => code === 'page') ?? EMPTY_BLOCK
  return textsOfBlock({ ...page, items: blocks.filter((block) => block !== page) }, holder)
}

function textsOfBlock(block: Block, holder: TemplateValues): PageTexts {
  const field = (key: string) => block.custom_fields.find((field) => field.key === key)
  const text: PageTexts['text'] = (key, values = {}, fallback = '') =>
    fillTemplate(field(key)?.value_string ?? fallback, { ...holder, ...values })
  return {
    code: block.code,
    text,
    jsx(key, values, fallback) {
      const lang = field(key)?.lang
      const filled = text(key, values, fallback)
      return lang ? <span lang={lang}>{filled}</span> : <Fragment>{filled}</Fragment>
    },
    html: (key) =>
      fillTemplate(
        field(key)?.value_string_area ?? field(key)?.value_string ?? '',
        escapedValues(holder),
      ),
    has: (key) => (field(key)?.value_string ?? '') !== '',
    lang: (key) => field(key)?.lang,
    picture(code) {
      const media = block.media.find((media) => media.code === code)
      return media && { file: media.file_name_with_extension, alt: media.alt }
    },
    url: (key) => block.urls.find((url) => url.key === key)?.value_string,
    block: (code) =>
      textsOfBlock(block.items?.find((item) => item.code === code) ?? EMPTY_BLOCK, holder),
    items: (block.items ?? []).map((item) => textsOfBlock(item, holder)),
  }
}

/** A holder's name is escaped, whatever it contains. */
const escapedValues = (values: TemplateValues): TemplateValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, escapeHtml(String(value ?? ''))]),
  )

/** HTML by editors. It was sanitized when it was saved. */
export function Html({
  texts,
  name,
  className,
}: {
  texts: PageTexts
  name: string
  className?: string
}) {
  const html = texts.html(name)
  if (html === '') return null
  // oxlint-disable-next-line react/no-danger
  return <div className={className} dangerouslySetInnerHTML={{ __html: trustedHtml(html) }} />
}
