import type { Language } from '#domain/language.ts'
import { folded } from './word-folding.ts'
import { formsOf } from './word-forms.ts'

/**
 * Correctly spelled everyday words that resemble a typing error of another word: 'moeder' does not mean 'modder',
 * 'wallet' does not mean 'walled'. People, days, body parts, animals, clothes and household items.
 */
const COMMON: Record<Language, string> = {
  nl: `aap aard aardappel adres ander avond auto baan baard baas band bank bed been beest beker berg beurs bij bloed bloes boek
    boer boom boon boot bord bos boter bril broek broer brood brug bruid buik bureau buurman buurt buurvrouw
    cadeau computer dame dans deur dier ding dochter dood doek draad droom druif duif duim eend eiland emmer erwt
    ezel familie feest fles foto gast geld geluk gesp getal geur gezicht gezin glas goud gras groente haai haak haan haar haas
    hals hamer hand handen hart heer hek helm hemd hemel hengel heup hoed hoek hond hoofd hoorn huis jas jongen juf juweel kaas kam
    kamer kast kat keel keuken kind kip kist klas kleed kleding kleinkind kleur knie knop koe koffer kok koning konijn kop koper
    koord korst kous kraan kroon kruis kwast laars lade land leeuw leraar letter lijst lijm lip maan maand man meester meid meisje
    melk mens mier moeder mond motor muis mama muts muur muziek naald naam nacht nagel neef neus nicht oma oog oom oor opa
    oven paard pak paleis pap papa papier pasta pen peer pet piano plaat plek pols poort pop prijs punt raam
    regen ring rok rozijn rug ruit schaap schaar schat schip school schoen sieraad sjaal sla slang slot
    sneeuw soep sok spin spijker ster steen stift stoel stof storm straat strand suiker tafel tand tante teen telefoon
    televisie tent tijd tijger toren touw trap trein trui tuin twijg vader vak vis vlag vlees vlinder voet vogel vork
    vriend vriendin vrouw vuur waaier wagen wal wand wang water weg wiel wind winter wolk woord worst zaal zak zand zee
    zeil ziek zilver zoon zout zus zwaan zwembad zomer herfst lente kerst pasen verjaardag huwelijk bruiloft vakantie ketting
    armband portemonnee zonnebril handschoen spijkerbroek overhemd stropdas koelkast wasmachine stofzuiger hangmat fontein
    laptop tablet printer spelcomputer pindakaas appel banaan sinaasappel citroen`,
  de: `abend affe anzug apfel arm auge auto bach backe bad baum bein berg bett bier bild birne blatt blut bohne boot brief
    brille brot bruder brunnen bus butter computer dach dame ding dorf ei eimer eis ente erde esel essen eule fahne
    familie farbe feder feld fenster fest feuer finger fisch flasche fleisch fliege flugzeug frau freund freundin frosch
    fuchs fuss gabel gans garten gast geburtstag geld gemuse gesicht gold gott grossmutter grossvater gurtel haar hafen hahn
    hals hammer hand handy handschuh hase haut heft hemd herbst herr herz himmel hirsch hochzeit hof holz honig hose hotel
    huhn hund hut hangematte insel jacke jahr junge kaffee kafer kalender kamm kanne katze keller kette kind kinn kirche kissen
    kleid knie knopf koch koffer konig kopf kran kreis kreuz kuchen kuche kuh kuhlschrank laden lampe land leben leder lehrer
    leiter lied lowe luft mauer maus meer mensch messer milch mond monat mucke mund muskel musik mutter mutze mantel nacht nadel
    nagel name nase neffe nest nichte nuss oma onkel opa ohr ostern papa papier pferd pilz pinsel platz puppe rad regen rind
    ring rock rose rucken saft salz sand sarg schaf schal schatz schere schiff schinken schloss schmuck schnee schrank schuh schule schulter
    schwein schwester see sofa sohn sommer sonne sonnenbrille spiegel spinne stadt stein stern stift stiefel strand strasse strumpf stuhl
    sturm suppe tag tante tanz tasche teller teppich tier tiger tisch tochter tod topf tor traum treppe turm ufer uhr vater vogel
    wagen wald wand wange wasser weg weihnachten wein welle welt wetter wind winter woche wolf wolke wolle wort wurm wurst
    wurfel zahn zaun zeit zelt ziege zimmer zitrone zucker zug zunge mama papi mutti halskette armband ohrring geldbeutel
    geldborse fernseher waschmaschine staubsauger springbrunnen hosentrager krawatte kleiderschrank fruhling erdnussbutter
    konsole drucker`,
  en: `adult animal ankle apple arm aunt baby back bacon bag bake ball banana band bank barn beach bean bear beard bed bee
    belt bench bin bird birthday bone boot boss box boy bracelet brain bread brick bride bridge broom brother bus butter
    cabinet calendar car card carpet cat chair chain cheese chef chess chick child children christmas church city cloak cloth clothes cloud club
    coach coal coat coin collar comb computer cook cooker corn couch couple cousin cow crab cream crown curtain dad
    daddy dance daughter day dear deer desk dinner dog doll door dragon drawer dream dress drill drink drum duck easter
    egg elbow engine eraser eye face family farm father feather fence film finger fish flag flame flannel flight floor flour
    flute fly foot fork fountain fox frame friend fridge frog fruit game garage garden ghost girl glass glasses glove glue
    goat gold golf grandad grandfather grandma grandmother grandpa grape grass guest guitar gun hair hammer hammock hand
    hat hat hawk head heart heat helmet hen hill hip hood horn horse hotel house husband ice ink island jacket jar jeans jewel
    juice king kitchen kite knee knight ladder lady lake lamb land laptop leaf leather leg lemon letter lid lion
    lip lock machine magnet man mask mat meal meat melon men milk mirror monkey moon mother motor mountain mouse mouth mum mummy
    music nail name neck necklace needle nephew nest niece night nose nurse nut oil orange oven owl ox page paint painting pants
    paper parent partner pasta pen pencil people pet phone piano picture pie pig pin pipe pizza planet plate plum pocket pony pool
    pork potato prince princess printer balance queen rabbit radio rain rice ring river road robot rock roof room
    rose rug ruler sail salad salt sand sandal saw scarf school scissors sea seat sheep sheet shelf shell ship shirt shoe
    shop shorts shovel sister ski skin skirt sky slide snail snake snow soap sock sofa son soup spade spider spoon
    spring stamp star stone storm stove straw street string student sugar suit suitcase summer sun sunglasses swan sweater swim
    table tail tape teacher television tent thing thumb tie tiger time toe tongue tooth tower toy track train tree trousers
    truck trunk tyre uncle vegetable village wall wallet washer wasp water wedding wellies whale wheel wife wind window
    winter wolf woman women wood wool word worm wrist yard year zebra lego hammock tablet console earring jumper hoodie dishwasher
    vacuum peanut`,
  fr: `abeille agneau aiguille ail air ami amie amour an ananas ane animal anniversaire argent armoire arbre assiette aube auto avion
    bague bain balai balle banane banc barbe bateau beau bebe berger beurre biche bijou bille bois boisson boite bol bonnet
    botte bouche boucle bougie bras brebis bretelle brosse bruit bureau cadre cahier camion canard canape carte ceinture cerise
    chaine chaise chambre chameau champ chant chapeau chat chaton chaud chausson chemin chemise cheval cheveu chien ciel
    cil citron clef cle cloche clou cochon coeur coffre coin collier collant console coq corde corps cou coude
    couleur cour couronne couteau crabe crayon croix cuir cuisine culotte dame danse dent dessin doigt dos drap drapeau
    eau ecole ecran ecureuil eglise enfant epaule epice epingle escalier etang ete etoile evier famille femme fenetre fer ferme fete feu feuille
    fille fils fleur flute foin foire fontaine foret four fourchette fourmi fraise frere frigo froid fromage front
    fruit fusil gant garcon gateau genou girafe glace gomme gorge grand graine grenouille griffe guitare habit hache hamac herbe hibou
    histoire hiver homme huile ile imprimante jambe jardin jaune jeu joue jour journal jupe jus lac laine lait lampe langue lapin larme lave
    lettre levre linge lion lit livre loup lune lunettes lutin machine main maison maitre maman manche manteau marche mari mariage
    mere mer mois montagne mot moto mouche mouchoir mouton moule mur musique nappe neige neveu nez nid niece noel noeud nom
    nuage nuit oeil oeuf oie oiseau oncle ongle or orange ordinateur oreille ours pain panda panier pantalon papa papi papier
    papillon papy parent patin patte peau pelle pere perle phare piano piece pied pierre pigeon pile pin pinceau pinson
    piscine place plage plat pluie plume poche poing poire pois poisson poivre pomme pont porc porte portefeuille pot
    poule poupee prince princesse prune pull puce radio raisin reine renard riz robe roi roue route ruban rue sable sac sang
    sapin savon savate seau sel singe soeur soie soir soleil sorcier souris soupe sucre tableau tante tapis tasse taureau telephone
    television tente terre tete thon tigre tiroir toit tortue tour tracteur train travail trou truc vache vague valise vase veau
    velo vent ventre ver verre vert veste viande vie vigne ville vin visage voisin voiture voix bracelet boucles frigidaire
    chaussure jean cravate paques printemps automne mamie mamy tata tonton conjoint copain copine cacahuete`,
}

const sets = new Map<Language, Set<string>>()

function setOf(language: Language): Set<string> {
  let set = sets.get(language)
  if (!set) {
    set = new Set(COMMON[language].split(/\s+/).map(folded))
    sets.set(language, set)
  }
  return set
}

/** An everyday word in any form. It is not corrected, even if the shop has no such gift. */
export function isCommonWord(word: string, language: Language): boolean {
  const common = setOf(language)
  return formsOf(word, language).some((form) => common.has(form))
}
