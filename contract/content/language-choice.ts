import type { ContentKey } from '#contract/content/release-change.ts'

/** Whether this text is the shop's default language, which editors select and do not type. */
export const isLanguageChoice = ({
  path,
  block,
  key,
}: Pick<ContentKey, 'path' | 'block' | 'key'>) =>
  path === 'headercomponents' && block === '' && key === 'default_language'
