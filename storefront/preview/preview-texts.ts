/** For staff in a preview, in their back office language. Holders never see it. */
const english = {
  preview: 'Preview',
  onlyYou: 'Only you see this. Nothing is saved; ordering is switched off here.',
  points: 'points',
  soldOut: 'sold out',
  until: 'until',
  change: 'Change',
  end: 'End',
  ended: 'This preview has ended.',
  again: 'Open it again',
}
type PreviewTexts = typeof english

const words: Readonly<Record<string, PreviewTexts>> = {
  nl: {
    preview: 'Voorbeeld',
    onlyYou: 'Alleen jij ziet dit. Er wordt niets bewaard; bestellen staat hier uit.',
    points: 'punten',
    soldOut: 'uitverkocht',
    until: 'tot',
    change: 'Wijzigen',
    end: 'Sluiten',
    ended: 'Dit voorbeeld is afgelopen.',
    again: 'Opnieuw openen',
  },
  de: {
    preview: 'Vorschau',
    onlyYou: 'Nur du siehst das. Nichts wird gespeichert; bestellen ist hier aus.',
    points: 'Punkte',
    soldOut: 'ausverkauft',
    until: 'bis',
    change: 'Ändern',
    end: 'Beenden',
    ended: 'Diese Vorschau ist zu Ende.',
    again: 'Erneut öffnen',
  },
}

export const previewTexts = (language: string): PreviewTexts => words[language] ?? english
