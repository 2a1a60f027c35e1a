import { expect, it } from 'vitest'

import { german } from '#backoffice/i18n/de.ts'

it('German texts of the back office use Sie, never du (DESK-17)', () => {
  const familiar = /\b([Dd]u|[Dd]ir|[Dd]ich|[Dd]ein(e[mnrs]?)?)\b/
  expect(Object.entries(german).filter(([, words]) => familiar.test(words))).toEqual([])
  // Imperatives of the informal "du" form.
  const informalImperative =
    /(^|[.:,;?!|] |\b(und|oder|dann) )([Ww]ähle|[Ll]ege|[Ää]ndere|[Üü]bernimm|[Nn]imm|[Bb]ehebe|[Pp]rüfe|[Ss]chreibe|[Gg]ib|[Öö]ffne|[Ff]üge|[Ww]arte|veröffentliche|plane|lade|suche|versuche|mache|setze|frage|trage|stelle|erstelle)\b/
  expect(Object.entries(german).filter(([, words]) => informalImperative.test(words))).toEqual([])
})

it('German texts of the back office use one name for each concept', () => {
  const all = Object.values(german).join('\n')
  // German says Veröffentlichung for a release. "Inhaber" is reserved for voucher holders, so the owner role has
  // another name.
  expect(all.match(/\bReleases?\b/g)).toBeNull()
  expect(all).not.toMatch(/\bder Laden\b|\bTag (entfernen|hinzufügen)/i)
  expect(german['role.owner']).not.toBe(german['voucher.holder'])
})
