/**
 * The coasts of the Earth: Natural Earth, 1 : 110 million, public domain (naturalearthdata.com), from the
 * package world-atlas 2.0.2. They were simplified by the method of Douglas and Peucker to 0.62°, without
 * islands of less than 0.9 square degrees, and rounded to half a degree. land.ts reads them.
 */
export const LAND_RINGS =
  '.eJ.dgWech .em.dkjcNepm .d3.dyfeUgpm .aY.dX0h.grdriLiZltfnjPiakuftl.g-jje4eamuevi6duijsznRYp' +
  'UNaTgndXfjd.gla.g7leiUggj.gkmkkxkufvjneli7fukpd.ggoucvgiXol8ojetfnhnjmdvitd-jghldwgnd.graTXm' +
  'aUfjb.ggbjggV.Uwg .kj.eumgfccf .la.euifebZbah .ld.e4lcjhZYekhkcm .ll.fdgfeg .hkFhcegcPcddhfm' +
  'ikgomjjl .kfEkeiYldoVgWaTZddideaiblgieeilccdlaiVfbcZgceaihlcrhffkhlgflkpiprjgleilkhgioeeapbj' +
  'lho .j5Meghhni .jsQifbf .jZSlhpcShaihi .kwVcedilghjif .kFaheah .kMejbmksbmcfdnabhZlccWiiifkX' +
  'kffeijiaikh .j6jddZgidlicdjZdifkfaegflin .kBifcfm .jUUZkSzkftWfflb .jskieegcWUielhlninolddb ' +
  '.j9xeacldejjkhgi .iiseigmkb .j41edfhhjhfhh .j74heehgdfl .jz.glhghdeblfgdZjfi .dv.goodaebhfhk' +
  'gei .jd.glcggilh .bJ.gmfjie .dh.guqaZgihdiZiafli .jy.gufefjjk _.hMfdbi y.hShcfgek .ka.hKfcXd' +
  'eiYfiefddgfkmkmgikifkiimihhd .eQ.hlefnehbejdeYhkmji .kf.hliddhhZehfffvii S.hpafhkmiif a.h1gb' +
  'pZgeTdjjchijjhamij D.iFfcZeXhfl .aY.iKrbghlgkeadSjbdjcVeaddhVfdWWYesxrXcfjafdbGgSXmfkgjedXWW' +
  'bgWZkafcbfhlbiijXfhkYbkdmhZbmZfZVWWdfecibdmXgYYagjWneXoZiYbjdndjhncrdddhhkaqXdfdUYfVbbYwercf' +
  'YpWfYhejagXnefibkbhihckgllhbmdbZccIXepQ2hjecdlpQhZsUeeketjgdZTSTdcjKVXhYadgabbYaTeeiflapfqar' +
  'kpfnenaoiodkbfdkcgXcUgWnXtjneolpqnglnnoenjwijffaxZllvcrhjqPgdmmjpiqemhgiWlllYejdbfdiihahaYjd' +
  'TfjbeddhcqTnfdsYdhebfkTpbdZgWTZfeibgfswihkZlmgfjngmmnhhnkhecjdxhkmlffkriUgdhglokZhYaibaYafbo' +
  'ceaghoyrzmng6ZbdVhobgilflkkfflmfgdulgethhjwccmlknggSlkfqkcijoeekthgi.gjlzdXc7ehhngpbiivfhjye' +
  'nesgkdugjeij .hi.hTjeddgdqfdmhijgeifefkcjligjYfbc .dL.iLmbkmmfibXfQVfckc0clYjjdknkclhnogpdka' +
  'mllYpckbXcTgXaskhamgiiheVbfijibfZchdZfjgcgecfhfbfkiZUYiTZqWhedYhbedUkZjemiiknhcVrffXlckhlekl' +
  'mjhZgkjikdsgffrYmglcjbfdkggehhmehepfpcibYVbOTadZWUcfbijacdZfgcbgjdYajbabicafgeYjfojjdhmocfis' +
  'kpi8VoV0jkehimmmepdhdcXmcnZhZkcfSmcjfmQxehhcqTffbmbjiiZpajapeykefkXkTuGmXcilQVTdtljkWfYmjjni' +
  'giYfainimfVlqkri.gobxjkejhgfzfjdpgmjpdoijeip .cc.iSogkdfjmfpbdeFgdiqhVgkiZg .dn.iSafdi .dT.i' +
  'ShfnjjcmisdodedudccYjnafeYimdOlZgpijkTlNhdjjjlh .c3.iUodceYi .cP.iPbfaiilze .ki.iXUecikh .c7' +
  '.iZddbj .co.iYjeSfjhVgkjte .hz.iNUiklpj0jHX .dD.iardwgheIhXk .c4.idWgfi .jS.idVflj .gl.ifmfV' +
  'cVl .gz.ihbeVi .jI.ieOjqi .dS.ifUedl .d3.imtfCaebJfijnfcmqgNj .fK.inseLf.gnfQdhVYeidbhmcZied' +
  'og.fdXWVYjXplobfdingXiboGjphUiviml4hseij';
