// D's types: slices, strings, associative arrays, classes, structs, unions, enums, delegates.
module garden;

enum Kind : ubyte { tree, bush = 4, flower }

struct Place
{
    int x;
    double y = 0.5;
    string name;
    union { uint bits; float real_; }
}

interface Grows { int grow(int by); }

class Plant : Grows
{
    Kind kind;
    int height;
    static int planted;
    Plant[] around;

    this(Kind kind, int height)
    {
        this.kind = kind;
        this.height = height;
        ++planted;
    }

    int grow(int by)
    {
        height += by;
        return mark(height);
    }
}

final class Tree : Plant
{
    wstring label = "oak"w;
    real[2] rings = [1.5L, 2.5L];
    this(int height) { super(Kind.tree, height); }
}

__gshared int visits = 7;
__gshared immutable string motto = "grün";

T largest(T)(const(T)[] values)
{
    T most = values[0];
    foreach (index, value; values)
        if (value > most) most = value;
    return mark(most);
}

T mark(T)(T value)
{
    ++visits;
    return value;
}

int arrays(ref int total, out bool found)
{
    int[] numbers = [3, 1, 4, 1, 5];
    int[3] fixed = [10, 20, 30];
    int[2][3] grid = [[1, 2], [3, 4], [5, 6]];
    int[] none;
    string word = "leaf";
    dchar letter = 'ß';
    char[] buffer = word.dup;
    string[] words = ["one", "two"];
    int[string] ages = ["ada": 36];
    double[] halves = [0.5, -1.5];
    total = largest(numbers[1 .. 4]);
    found = true;
    return mark(total + fixed[1]);
}

long objects(Plant plant, Place* where, lazy int later)
{
    Tree tree = new Tree(12);
    Grows grows = tree;
    Place here = { x: 3, name: "here" };
    Place[] all = [here, *where];
    tree.around = [plant];
    Object nothing = null;
    int delegate(int) grower = &tree.grow;
    int function(int) twice = function(int n) => n * 2;
    ulong big = ulong.max;
    byte small = -5;
    bool yes = true;
    Level wide = 1.25f;
    void* raw = cast(void*) where;
    return grower(2) + twice(4) + later;
}

alias Level = float;

int main()
{
    int total;
    bool found;
    auto place = Place(1, 2.5, "there");
    auto bush = new Plant(Kind.bush, 3);
    int result = arrays(total, found);
    long more = objects(bush, &place, result + 1);
    return mark(cast(int) more) > 0 ? 0 : 1;
}
