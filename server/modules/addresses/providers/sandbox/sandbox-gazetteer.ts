import type { Country } from '#domain/addresses/countries.ts'
import type { Place } from '#server/modules/addresses/providers/sandbox/earth-distance.ts'

export type House = { number: string; addition: string }

export type Street = Place & {
  country: Country
  town: string
  name: string
  postcode: string
  houses: House[]
}

type Numbers = { from: number; to: number; step?: 1 | 2; additions?: Record<number, string[]> }

/** Real towns with invented streets, enough in each country to try a search. */
export const gazetteer: Street[] = [
  ...town('NL', 'Amsterdam', 52.373, 4.893, [
    ['Zilverkade', '1012AB', { from: 1, to: 48, additions: { 12: ['A', 'B', 'hs'] } }],
    ['Oude Wilgengracht', '1015KL', { from: 2, to: 96, step: 2 }],
    ['Lange Pottenbakkerssteeg', '1017ZR', { from: 1, to: 19 }],
  ]),
  ...town('NL', 'Utrecht', 52.091, 5.122, [
    ['Klokkenmakerspad', '3511GH', { from: 1, to: 60 }],
    ['Sint-Jansdreef', '3572XT', { from: 5, to: 35, step: 2, additions: { 7: ['bis'] } }],
  ]),
  ...town('NL', "'s-Hertogenbosch", 51.69, 5.304, [
    ['Korte Tinnegieterstraat', '5211BR', { from: 1, to: 22 }],
    ['Sint-Jansdreef', '5223EM', { from: 2, to: 40, step: 2 }],
  ]),
  ...town('NL', 'Groningen', 53.219, 6.567, [
    ['Nieuwe Turfsingel', '9711PA', { from: 1, to: 120 }],
  ]),

  ...town('DE', 'Berlin', 52.52, 13.405, [
    ['Silberlindenstraße', '10117', { from: 1, to: 64, additions: { 12: ['a', 'b'] } }],
    ['Am Glockenanger', '10117', { from: 1, to: 15 }],
  ]),
  ...town('DE', 'München', 48.137, 11.575, [
    ['Töpfergasse', '80331', { from: 1, to: 28 }],
    ['Alte Weidenallee', '80799', { from: 3, to: 77, step: 2 }],
  ]),
  ...town('DE', 'Köln', 50.938, 6.96, [
    ['Zinnhofstraße', '50667', { from: 1, to: 40 }],
    ['Rheinmühlenweg', '50679', { from: 2, to: 18, step: 2 }],
  ]),

  ...town('FR', 'Paris', 48.857, 2.352, [
    ['Rue des Potiers d’Argent', '75003', { from: 1, to: 52, additions: { 12: ['bis', 'ter'] } }],
    ['Passage du Saule', '75011', { from: 1, to: 17 }],
  ]),
  ...town('FR', 'Lyon', 45.764, 4.836, [
    ['Quai de l’Étain', '69002', { from: 1, to: 34 }],
    ['Montée des Horlogers', '69005', { from: 2, to: 26, step: 2 }],
  ]),
  ...town('FR', 'Orléans', 47.903, 1.909, [
    ['Rue du Vieux Tilleul', '45000', { from: 1, to: 88 }],
    ['Allée Sœur Élise', '45100', { from: 1, to: 9 }],
  ]),

  ...town('BE', 'Antwerpen', 51.22, 4.4, [
    ['Tinnepotstraat', '2000', { from: 1, to: 44, additions: { 12: ['bus 1', 'bus 2'] } }],
    ['Wilgenkaai', '2060', { from: 2, to: 60, step: 2 }],
  ]),
  ...town('BE', 'Gent', 51.054, 3.725, [
    ['Oude Klokkengieterij', '9000', { from: 1, to: 12 }],
    ['Zilverberg', '9000', { from: 1, to: 38 }],
  ]),
  ...town('BE', 'Liège', 50.633, 5.568, [
    ['Rue de la Potière', '4000', { from: 1, to: 70 }],
    ['Quai du Saule', '4020', { from: 1, to: 25 }],
  ]),

  ...town('LU', 'Luxembourg', 49.611, 6.13, [
    ['Rue du Potier', '1234', { from: 1, to: 30 }],
    ['Montée de l’Horloge', '2123', { from: 1, to: 16 }],
  ]),
  ...town('LU', 'Esch-sur-Alzette', 49.496, 5.981, [
    ['Rue du Vieux Saule', '4101', { from: 1, to: 41 }],
    ['Avenue de l’Étain', '4250', { from: 2, to: 20, step: 2 }],
  ]),
  ...town('LU', 'Echternach', 49.811, 6.422, [
    ['Rue des Tilleuls d’Or', '6440', { from: 1, to: 14 }],
    ['Place du Clocher', '6460', { from: 1, to: 8 }],
  ]),

  ...town('ES', 'Madrid', 40.417, -3.704, [
    ['Calle del Alfarero', '28012', { from: 1, to: 56, additions: { 12: ['3º 2ª'] } }],
    ['Travesía del Sauce', '28004', { from: 1, to: 13 }],
  ]),
  ...town('ES', 'Sevilla', 37.389, -5.984, [
    ['Calle Relojería Vieja', '41001', { from: 1, to: 32 }],
    ['Paseo del Tilo', '41013', { from: 2, to: 48, step: 2 }],
  ]),
  ...town('ES', 'A Coruña', 43.362, -8.412, [
    ['Rúa da Prata Nova', '15001', { from: 1, to: 24 }],
    ['Rúa do Salgueiro', '15003', { from: 1, to: 18 }],
  ]),

  ...town('AT', 'Wien', 48.208, 16.373, [
    ['Zinngießergasse', '1010', { from: 1, to: 36 }],
    ['Alte Weidenzeile', '1070', { from: 1, to: 90 }],
  ]),
  ...town('AT', 'Graz', 47.071, 15.439, [
    ['Glockenturmweg', '8010', { from: 1, to: 22 }],
    ['Silberlindenplatz', '8020', { from: 1, to: 11 }],
  ]),
  ...town('AT', 'Salzburg', 47.8, 13.045, [
    ['Töpferkai', '5020', { from: 1, to: 27 }],
    ['Uhrmachersteig', '5020', { from: 2, to: 16, step: 2 }],
  ]),
]

function town(
  country: Country,
  town: string,
  latitude: number,
  longitude: number,
  streets: [name: string, postcode: string, numbers: Numbers][],
): Street[] {
  return streets.map(([name, postcode, numbers]) => {
    return { country, town, name, postcode, latitude, longitude, houses: houses(numbers) }
  })
}

function houses({ from, to, step = 1, additions = {} }: Numbers): House[] {
  const count = Math.floor((to - from) / step) + 1
  return Array.from({ length: count }, (_, index) => from + index * step).flatMap((number) =>
    ['', ...(additions[number] ?? [])].map((addition) => ({ number: String(number), addition })),
  )
}
