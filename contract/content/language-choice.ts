import type { ContentKey } from '#contract/content/release-change.ts'

/** The one text that is no words: in which language the shop begins. It is chosen, and never typed. */
export const isLanguageChoice = ({
  path,
  block,
  key,
}: Pick<ContentKey, 'path' | 'block' | 'key'>) =>
  path === 'headercomponents' && block === '' && key === 'default_language'
