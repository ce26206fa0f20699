page() {
  printf '<!doctype html><title>%s</title><body class="%s"><div class=top><h1>x</h1></div>' "$1" "$2"
  printf '%s' "$3"
  printf '<p class=foot>2026'
}
items() { printf '<ul class=items>'; for i in $(seq "$1"); do printf '<li class=item><a>%s</a>%s' "$i" "$2"; done; printf '</ul>'; }
mkdir site
page list list "$(items 8)" > site/list1.html
page list list "$(items 9)" > site/list2.html
page list list "$(items 8 '<b>new</b>')" > site/list3.html
page list list "$(items 8 '<b>new</b>')<hr>" > "site/it's new (4).html"
for n in 1 2; do page article article "<article><h2>y</h2><p>z<table><tr><th>a<td>b<tr><th>c<td>d</table><p>w$([ $n = 2 ] && echo '<p>v')</article>" > site/article$n.html; done
