import type { ContentKey } from '#contract/content/release-change.ts'

/** The shop's default language. It is stored as a text, but selected and never typed. */
export const isLanguageChoice = ({
  path,
  block,
  key,
}: Pick<ContentKey, 'path' | 'block' | 'key'>) =>
  path === 'headercomponents' && block === '' && key === 'default_language'
